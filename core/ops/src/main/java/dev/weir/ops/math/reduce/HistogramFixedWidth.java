package dev.weir.ops.math.reduce;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Accumulation;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * Counts values in {@code nbins} bins of equal width between two bounds; values beyond the bounds
 * count in the first and last bin.
 */
final class HistogramFixedWidth extends Op {
  HistogramFixedWidth() {
    super(
        "HistogramFixedWidth(values: T, value_range: T, nbins: int32) -> (out: dtype) T:type in"
            + " [int32, int64, float, double]; dtype:type=int32 in [int32, int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape bounds = context.requireRank(1, 1);
    if (!bounds.isCompatibleWith(Shape.of(2))) {
      throw context.invalid("value_range must be two numbers: %s", context.describe(1));
    }
    context.requireScalar(2);
    Tensor bins = context.constant(2);
    if (bins != null && bins.getLong(0) <= 0) {
      throw context.invalid("nbins must be at least 1, got %d", bins.getLong(0));
    }
    return List.of(Shape.of(bins == null ? Shape.UNKNOWN_SIZE : bins.getLong(0)));
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return HistogramFixedWidth::count;
  }

  private static void count(KernelContext context) {
    Tensor values = context.input(0);
    Tensor bounds = context.input(1);
    double low = bounds.getDouble(0);
    double high = bounds.getDouble(1);
    if (!(low < high)) {
      throw WeirException.invalidArgument(
          "value_range must ascend: its first number is %s, its second %s", low, high);
    }
    Tensor bins = context.allocate(0, Shape.of(context.input(2).getLong(0)));
    Accumulation.SUM.start(bins, 0, bins.elements());
    double width = (high - low) / bins.elements();
    for (long i = 0; i < values.elements(); i++) {
      double above = (Math.max(values.getDouble(i), low) - low) / width;
      long bin = (long) Math.min(above, bins.elements() - 1);
      bins.setLong(bin, bins.getLong(bin) + 1);
    }
  }

  @Override
  public String notDifferentiable() {
    return "counts do not change smoothly";
  }
}
