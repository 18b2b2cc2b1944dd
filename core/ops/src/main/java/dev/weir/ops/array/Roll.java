package dev.weir.ops.array;

import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Shapes;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.StridedView;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Its input with everything moved {@code shift} positions forward along {@code axis}; what leaves
 * at the end comes in at the front. There may be several axes, each with its shift; if one is there
 * twice its shifts add up.
 */
final class Roll extends Op {
  Roll() {
    super(
        "Roll(input: T, shift: Tshift, axis: Taxis) -> (output: T) T:type; Tshift:type in [int32,"
            + " int64]; Taxis:type in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape in = context.requireRankAtLeast(0, 1);
    Shape shift = Sizes.requireRankAtMost(context, 1, 1);
    Shape axis = Sizes.requireRankAtMost(context, 2, 1);
    if (!shift.isCompatibleWith(axis)) {
      throw context.invalid(
          "there must be a shift for each axis: %s, %s", context.describe(1), context.describe(2));
    }
    Tensor axes = context.constant(2);
    if (axes != null && in.hasRank()) {
      for (long each : Sizes.values(axes)) {
        Shapes.axis(each, in.rank());
      }
    }
    return List.of(in);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor in = context.input(0);
      long[] sizes = in.shape().sizes();
      long[] shifts = new long[sizes.length];
      long[] axes = Sizes.values(context.input(2));
      for (int i = 0; i < axes.length; i++) {
        int d = Shapes.axis(axes[i], sizes.length);
        long size = Math.max(1, sizes[d]);
        shifts[d] = (shifts[d] + Math.floorMod(context.input(1).getLong(i), size)) % size;
      }
      roll(context, StridedView.of(context.allocate(0, in.shape())), StridedView.of(in), shifts, 0);
    };
  }

  /** Copies both parts of a dimension, each with its own two parts of the next one, and so on. */
  private static void roll(
      KernelContext context, StridedView out, StridedView in, long[] shifts, int d) {
    if (d == shifts.length) {
      out.copyFrom(context, in);
      return;
    }
    long shift = shifts[d];
    if (shift == 0) {
      roll(context, out, in, shifts, d + 1);
      return;
    }
    long rest = in.size(d) - shift;
    roll(context, out.slice(d, shift, rest), in.slice(d, 0, rest), shifts, d + 1);
    roll(context, out.slice(d, 0, shift), in.slice(d, rest, shift), shifts, d + 1);
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0, () -> on.op("Roll", context.gradient(), on.neg(context.input(1)), context.input(2)));
  }
}
