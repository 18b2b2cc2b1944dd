package dev.weir.ops.nn;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Ranking;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The element that would be at position {@code n} if each row along the last dimension were sorted,
 * ascending or, with {@code reverse}, descending.
 */
final class NthElement extends Op {
  NthElement() {
    super(
        "NthElement(input: T, n: int32) -> (values: T) reverse:bool=false; T:type in [float,"
            + " double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape shape = context.requireRankAtLeast(0, 1);
    long n = SizeInputs.ofScalar(context, 1);
    if (!shape.hasRank()) {
      return List.of(Shape.unknown());
    }
    if (shape.size(-1) != Shape.UNKNOWN_SIZE && n >= shape.size(-1)) {
      throw context.invalid(
          "the last dimension must have more than n elements: %s, n is %d", context.describe(0), n);
    }
    return List.of(shape.slice(0, shape.rank() - 1));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isReverse = spec.attrs().bool("reverse");
    return context -> pick(context, isReverse);
  }

  private static void pick(KernelContext context, boolean isReverse) {
    Tensor x = context.input(0);
    long n = context.input(1).getLong(0);
    long width = x.shape().size(-1);
    Tensor values = context.allocate(0, x.shape().slice(0, x.shape().rank() - 1));
    for (long row = 0; row < values.elements(); row++) {
      Long[] order = Ranking.positions(width);
      Arrays.sort(order, Ranking.by(x, row * width));
      long place = order[(int) (isReverse ? width - 1 - n : n)];
      values.copyFrom(x, row * width + place, row, 1);
    }
  }

  @Override
  public void gradient(GradientContext context) {
    GradientOps on = GradientOps.of(context);
    context.flow(
        0,
        () -> {
          Output last = on.scalar(-1, DType.INT32);
          Output chosen = on.op("ExpandDims", context.output(0), last);
          Output given = on.op("ExpandDims", context.gradient(), last);
          Output isChosen = on.cast(on.op("Equal", context.input(0), chosen), given.dtype());
          Output count = on.sum(isChosen, on.ints(-1), true);
          return on.mul(on.div(isChosen, count), given);
        });
  }
}
