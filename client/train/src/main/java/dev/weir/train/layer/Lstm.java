package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.nn.LstmOptions;
import dev.weir.ops.nn.NnOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.train.Model;
import java.util.List;

/**
 * A long short-term memory over sequences {@code [batch, steps, width]}. With a mixed precision the
 * cells compute in float32 all the same.
 *
 * <p>{@link #apply} begins with an empty memory. {@link #read} gives the memory too, so that what
 * is too long for one run is read in parts:
 *
 * {@snippet :
 * Lstm.Reading reading = Lstm.of(64).read(model, x);
 * List<Tensor> memory =
 *     session.runner().feed(x, first).fetch(reading.after().h()).fetch(reading.after().c()).run();
 * session.runner()
 *     .feed(x, second)
 *     .feed(reading.before().h(), memory.get(0))
 *     .feed(reading.before().c(), memory.get(1))
 *     .fetch(reading.sequence())
 *     .run();
 * }
 *
 * @param units how many cells there are
 * @param givesSequence whether the result is what the cells say after every step, {@code [batch,
 *     steps, units]}, or only after the last, {@code [batch, units]}
 * @param forgetBias added to what the forget gate sees, so that at first little is forgotten
 * @param kernel what the weights start as
 */
public record Lstm(int units, boolean givesSequence, float forgetBias, Initializer kernel)
    implements Layer {
  /**
   * What the cells know, each {@code [batch, units]}.
   *
   * @param h what they said last
   * @param c what they keep
   */
  public record Memory(Output h, Output c) {}

  /**
   * What becomes of sequences.
   *
   * @param sequence what the cells say after every step, {@code [batch, steps, units]}
   * @param before the memory before the first step: empty unless it is fed
   * @param after the memory after the last step
   */
  public record Reading(Output sequence, Memory before, Memory after) {}

  public Lstm {
    if (units <= 0) {
      throw WeirException.invalidArgument("a layer needs at least one unit, got %d", units);
    }
  }

  /** Gives the last step, with forget bias 1, starting with Glorot's numbers. */
  public static Lstm of(int units) {
    return new Lstm(units, false, 1, Initializer.glorotUniform());
  }

  /** Returns the output of every step instead of only the last one. */
  public Lstm sequence() {
    return new Lstm(units, true, forgetBias, kernel);
  }

  @Override
  public Output apply(Model model, Operand x) {
    Reading reading = read(model, x);
    return givesSequence
        ? reading.sequence()
        : model.precision().computed(model.ops(), reading.after().h());
  }

  /** Builds the layer, and gives its memory, which stays float32 with a mixed precision. */
  public Reading read(Model model, Operand sequences) {
    Output x = Sequences.wide(model, sequences);
    int width = Sequences.width("an LSTM", x);
    Model inside = model.in("lstm");
    Ops ops = inside.ops();
    DType dtype = x.dtype();
    Shape weights = Shape.of(width + units, 4L * units);
    Output none = Initializer.zeros().of(inside, Shape.of(units), dtype);
    NnOps.LstmWeights learned =
        new NnOps.LstmWeights(
            Weights.trained(inside, "kernel", kernel, weights, dtype),
            none,
            none,
            none,
            Weights.trained(inside, "bias", Initializer.zeros(), Shape.of(4L * units), dtype));
    Output sizes = ops.array.shape(x);
    int[] one = {1};
    Output steps = ops.array.slice(sizes, ops.constant(one), ops.constant(one));
    Output length = ops.math.cast(ops.array.squeeze(steps), DType.INT64);
    Memory before =
        new Memory(Sequences.start(inside, x, units), Sequences.start(inside, x, units));
    NnOps.Lstm all =
        ops.nn.blockLstm(
            length,
            Sequences.swapped(ops, x),
            before.c(),
            before.h(),
            learned,
            LstmOptions.plain().withForgetBias(forgetBias));
    Shape said = Shape.of(x.shape().size(0), x.shape().size(1), units);
    Output sequence = ops.control.ensureShape(Sequences.swapped(ops, all.h()), said);
    Memory after = new Memory(last(ops, all.h(), steps, said), last(ops, all.cs(), steps, said));
    return new Reading(inside.precision().computed(ops, sequence), before, after);
  }

  /** What is there after the last of {@code [steps, batch, units]}. */
  private static Output last(Ops ops, Output all, Output steps, Shape said) {
    Output position = ops.math.sub(steps, ops.constant(new int[] {1}));
    Output begin = ops.array.concat(List.of(position, ops.constant(new int[] {0, 0})), 0);
    Output last = ops.array.slice(all, begin, ops.constant(new int[] {1, -1, -1}));
    return ops.control.ensureShape(
        ops.array.squeeze(last, 0), Shape.of(said.size(0), said.size(2)));
  }
}
