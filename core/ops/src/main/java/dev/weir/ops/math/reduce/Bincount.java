package dev.weir.ops.math.reduce;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Counts how often each of the integers {@code 0 … size - 1} occurs, or adds up the weights where
 * it does. Integers that are too large are left out.
 */
final class Bincount extends Op {
  Bincount() {
    super(
        "Bincount(arr: int32, size: int32, weights: T) -> (bins: T) T:type in [int32, int64, float,"
            + " double];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape values = context.input(0);
    Shape weights = context.input(2);
    boolean isUnweighted = weights.elements() == 0;
    if (!isUnweighted && !weights.isCompatibleWith(values) && weights.isFullyKnown()) {
      throw context.invalid(
          "weights must be empty or shaped like the integers: %s, %s",
          context.describe(0), context.describe(2));
    }
    return List.of(Shape.of(SizeInputs.ofScalar(context, 1)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return Bincount::count;
  }

  private static void count(KernelContext context) {
    Tensor values = context.input(0);
    Tensor bins = context.allocate(0, Shape.of(context.input(1).getLong(0)));
    Bins.count(values, 0, values.elements(), context.input(2), false, bins, 0, bins.elements());
  }

  @Override
  public String notDifferentiable() {
    return "counts do not change smoothly";
  }
}
