package dev.weir.ops.nn.recurrent;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * An LSTM over sequences: {@link LstmCell} for each of the first {@code seq_len_max} steps of
 * {@code x}, which is {@code [steps, batch, inputs]}; the outputs are {@code [steps, batch,
 * cells]}, 0 in the steps that are left.
 */
abstract class LstmSequence extends Op {
  private static final int LENGTH = 0;
  private static final int X = 1;
  private static final int STATE = 2;
  private static final int OUTPUT = 3;
  private static final int BIAS = 8;

  private final LstmGates gates;
  private final String gradientOp;

  LstmSequence(String signature, LstmGates gates, String gradientOp) {
    super(signature);
    this.gates = gates;
    this.gradientOp = gradientOp;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape x = check(context);
    return Collections.nCopies(7, Shape.of(x.size(0), x.size(1), cells(context)));
  }

  /** Checks the inputs that both the sequence and its gradient have. Returns the shape of x. */
  static Shape check(ShapeContext context) {
    context.requireScalar(LENGTH);
    Shape x = context.requireRank(X, 3);
    Tensor length = context.constant(LENGTH);
    if (length != null && x.size(0) != Shape.UNKNOWN_SIZE) {
      requireLength(length.getLong(0), x.size(0));
    }
    LstmShapes.check(context, STATE, x.size(1), x.size(2), cells(context));
    return x;
  }

  private static long cells(ShapeContext context) {
    long bias = context.requireRank(BIAS, 1).size(0);
    if (bias % LstmGates.COUNT != 0 && bias != Shape.UNKNOWN_SIZE) {
      throw context.invalid(
          "%s: it must have %d elements for each cell", context.describe(BIAS), LstmGates.COUNT);
    }
    return bias == Shape.UNKNOWN_SIZE ? bias : bias / LstmGates.COUNT;
  }

  static void requireLength(long length, long steps) {
    if (length < 0 || length > steps) {
      throw WeirException.invalidArgument(
          "seq_len_max must be in [0, %d], the number of steps of x, is %d", steps, length);
    }
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    double forgetBias = attrs.has("forget_bias") ? attrs.floating("forget_bias") : 0;
    double clip = attrs.floating("cell_clip");
    return context -> run(context, cell(context, attrs, gates, forgetBias, clip));
  }

  /**
   * The cell of the inputs of a kernel that begin {@code seq_len_max, x, cs_prev, h_prev, w, …}.
   */
  static LstmCell cell(
      KernelContext context, Attributes attrs, LstmGates gates, double forgetBias, double clip) {
    Tensor bias = context.input(BIAS);
    return new LstmCell(
        bias.dtype(),
        gates,
        new LstmWeights(
            context.input(4), context.input(5), context.input(6), context.input(7), bias),
        Math.toIntExact(context.input(X).shape().size(2)),
        Math.toIntExact(bias.elements() / LstmGates.COUNT),
        forgetBias,
        clip,
        attrs.bool("use_peephole"));
  }

  private static void run(KernelContext context, LstmCell cell) {
    Tensor x = context.input(X);
    long steps = x.shape().size(0);
    long batch = x.shape().size(1);
    long length = context.input(LENGTH).getLong(0);
    requireLength(length, steps);
    List<Tensor> outputs = new ArrayList<>();
    for (int i = 0; i < context.outputCount(); i++) {
      outputs.add(context.allocate(i, Shape.of(steps, batch, cell.cells())));
    }
    long size = batch * cell.cells();
    LstmCell.Rows state = new LstmCell.Rows(context.input(STATE), 0);
    LstmCell.Rows output = new LstmCell.Rows(context.input(OUTPUT), 0);
    for (long step = 0; step < length; step++) {
      LstmCell.Rows seen = new LstmCell.Rows(x, step * batch * cell.inputs());
      cell.step(batch, seen, state, output, outputs, step * size);
      state = new LstmCell.Rows(outputs.get(LstmCell.STATE), step * size);
      output = new LstmCell.Rows(outputs.get(LstmCell.OUTPUT), step * size);
    }
    for (Tensor each : outputs) {
      for (long i = length * size; i < each.elements(); i++) {
        each.setDouble(i, 0);
      }
    }
  }

  @Override
  public final void gradient(GradientContext context) {
    LstmGradients.sequence(context, gradientOp);
  }
}
