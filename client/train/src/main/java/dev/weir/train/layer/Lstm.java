package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.LstmOptions;
import dev.weir.ops.nn.RecurrentOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import java.util.List;

/**
 * A long short-term memory over sequences {@code [batch, steps, width]}. With a mixed precision the
 * cells compute in float32 all the same.
 *
 * @param units how many cells there are
 * @param givesSequence whether the result is what the cells say after every step, {@code [batch,
 *     steps, units]}, or only after the last, {@code [batch, units]}
 * @param forgetBias added to what the forget gate sees, so that at first little is forgotten
 * @param kernel what the weights start as
 */
public record Lstm(int units, boolean givesSequence, float forgetBias, Initializer kernel)
    implements Layer {
  public Lstm {
    if (units <= 0) {
      throw WeirException.invalidArgument("a layer needs at least one unit, got %d", units);
    }
  }

  /** Gives the last step, with forget bias 1, starting with Glorot's numbers. */
  public static Lstm of(int units) {
    return new Lstm(units, false, 1, Initializer.glorotUniform());
  }

  /** The same, giving every step. */
  public Lstm sequence() {
    return new Lstm(units, true, forgetBias, kernel);
  }

  @Override
  public Output apply(Model model, Operand sequences) {
    Output x = Sequences.wide(model, sequences);
    int width = Sequences.width("an LSTM", x);
    Model inside = model.in("lstm");
    Ops ops = inside.ops();
    DType dtype = x.dtype();
    Shape weights = Shape.of(width + units, 4L * units);
    Output none = Initializer.zeros().of(inside, Shape.of(units), dtype);
    RecurrentOps.Weights learned =
        new RecurrentOps.Weights(
            Weights.trained(inside, "kernel", kernel, weights, dtype),
            none,
            none,
            none,
            Weights.trained(inside, "bias", Initializer.zeros(), Shape.of(4L * units), dtype));
    Output sizes = ops.array.shape(x);
    int[] one = {1};
    Output steps = ops.array.slice(sizes, ops.constant(one), ops.constant(one));
    Output length = ops.math.cast(ops.array.squeeze(steps), DType.INT64);
    Output start = Sequences.start(inside, x, units);
    LstmOptions options = LstmOptions.plain().withForgetBias(forgetBias);
    Output said =
        ops.recurrent
            .blockLstm(length, Sequences.swapped(ops, x), start, start, learned, options)
            .h();
    Output result = givesSequence ? all(ops, x, said) : last(ops, x, steps, said);
    return inside.precision().computed(ops, result);
  }

  /** What was said after every step, batch first. */
  private Output all(Ops ops, Output x, Output said) {
    Shape shape = Shape.of(x.shape().size(0), x.shape().size(1), units);
    return ops.control.ensureShape(Sequences.swapped(ops, said), shape);
  }

  private Output last(Ops ops, Output x, Output steps, Output said) {
    Output lastStep = ops.math.sub(steps, ops.constant(new int[] {1}));
    Output begin =
        ops.array.concat(List.of(lastStep, ops.constant(new int[] {0, 0})), ops.constant(0));
    Output last = ops.array.slice(said, begin, ops.constant(new int[] {1, -1, -1}));
    return ops.control.ensureShape(ops.array.squeeze(last, 0), Shape.of(x.shape().size(0), units));
  }
}
