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
 * A plain recurrent layer over sequences {@code [batch, steps, width]}: after each step the cells
 * say {@code tanh(x W + h U + b)}, where {@code h} is what they said before. It forgets soon; for
 * what must be remembered there are {@link Lstm} and {@link Gru}. Every step has nodes of its own,
 * so the number of steps must be known. With a mixed precision the cells compute in float32 all the
 * same.
 *
 * @param units how many cells there are
 * @param givesSequence whether the result is what the cells say after every step, {@code [batch,
 *     steps, units]}, or only after the last, {@code [batch, units]}
 * @param kernel what the weights of the inputs start as; those of the cells start orthogonal
 */
public record SimpleRnn(int units, boolean givesSequence, Initializer kernel) implements Layer {
  public SimpleRnn {
    if (units <= 0) {
      throw WeirException.invalidArgument("a layer needs at least one unit, got %d", units);
    }
  }

  /** Gives the last step, starting with Glorot's numbers. */
  public static SimpleRnn of(int units) {
    return new SimpleRnn(units, false, Initializer.glorotUniform());
  }

  /** Returns the output of every step instead of only the last one. */
  public SimpleRnn sequence() {
    return new SimpleRnn(units, true, kernel);
  }

  @Override
  public Output apply(Model model, Operand sequences) {
    Output x = Sequences.wide(model, sequences);
    int width = Sequences.width("a recurrent layer", x);
    int steps = Sequences.steps("a recurrent layer", x);
    if (steps == 0) {
      throw WeirException.invalidArgument(
          "a recurrent layer takes at least one step, got %s", x.asOutput());
    }
    Model inside = model.in("rnn");
    Ops ops = inside.ops();
    DType dtype = x.dtype();
    Output inputs = Weights.trained(inside, "kernel", kernel, Shape.of(width, units), dtype);
    Shape square = Shape.of(units, units);
    Output own =
        Weights.trained(inside, "recurrent_kernel", Initializer.orthogonal(1), square, dtype);
    Output bias = Weights.trained(inside, "bias", Initializer.zeros(), Shape.of(units), dtype);
    // what the inputs do to all steps is one product
    Output rows = ops.array.reshape(x, -1, width);
    Output seen = ops.nn.biasAdd(ops.linalg.matMul(rows, inputs), bias);
    Output seenByStep = ops.array.reshape(seen, -1, steps, units);
    Output state = Sequences.start(inside, x, units);
    List<Output> said = new ArrayList<>();
    for (Output step : ops.array.unstack(seenByStep, steps, 1)) {
      state = ops.math.tanh(ops.math.add(step, ops.linalg.matMul(state, own)));
      said.add(state);
    }
    Output result = givesSequence ? ops.array.stack(said, 1) : state;
    return inside.precision().computed(ops, result);
  }
}
