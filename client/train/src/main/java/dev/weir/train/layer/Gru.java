package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import java.util.ArrayList;
import java.util.List;

/**
 * A gated recurrent unit over sequences {@code [batch, steps, width]}. Every step has nodes of its
 * own, so the number of steps must be known, and very long sequences make large graphs. With a
 * mixed precision the cells compute in float32 all the same.
 *
 * @param units how many cells there are
 * @param givesSequence whether the result is what the cells say after every step, {@code [batch,
 *     steps, units]}, or only after the last, {@code [batch, units]}
 * @param kernel what the weights start as
 */
public record Gru(int units, boolean givesSequence, Initializer kernel) implements Layer {
  public Gru {
    if (units <= 0) {
      throw WeirException.invalidArgument("a layer needs at least one unit, got %d", units);
    }
  }

  /** Gives the last step, starting with Glorot's numbers. */
  public static Gru of(int units) {
    return new Gru(units, false, Initializer.glorotUniform());
  }

  /** Returns the output of every step instead of only the last one. */
  public Gru sequence() {
    return new Gru(units, true, kernel);
  }

  @Override
  public Output apply(Model model, Operand sequences) {
    Output x = Sequences.wide(model, sequences);
    int width = Sequences.width("a GRU", x);
    int steps = Sequences.steps("a GRU", x);
    if (steps == 0) {
      throw WeirException.invalidArgument("a GRU takes at least one step, got %s", x.asOutput());
    }
    Model inside = model.in("gru");
    Ops ops = inside.ops();
    DType dtype = x.dtype();
    Shape gates = Shape.of(width + units, 2L * units);
    Shape candidate = Shape.of(width + units, units);
    Output gateKernel = Weights.trained(inside, "gate_kernel", kernel, gates, dtype);
    // the gates start open toward the past: little is overwritten at first
    Initializer open = Initializer.ones();
    Output gateBias = Weights.trained(inside, "gate_bias", open, Shape.of(2L * units), dtype);
    Output candidateKernel = Weights.trained(inside, "candidate_kernel", kernel, candidate, dtype);
    Initializer none = Initializer.zeros();
    Output candidateBias = Weights.trained(inside, "candidate_bias", none, Shape.of(units), dtype);
    Output state = Sequences.start(inside, x, units);
    List<Output> said = new ArrayList<>();
    for (Output step : ops.array.unstack(x, steps, 1)) {
      state =
          ops.nn
              .gruBlockCell(step, state, gateKernel, candidateKernel, gateBias, candidateBias)
              .h();
      said.add(state);
    }
    Output result = givesSequence ? ops.array.stack(said, 1) : state;
    return inside.precision().computed(ops, result);
  }
}
