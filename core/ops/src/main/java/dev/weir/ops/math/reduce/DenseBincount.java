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
 * Counts, row by row, how often each of the integers {@code 0 … size - 1} occurs, or adds up the
 * weights where it does, or with {@code binary_output} tells 1 if it occurs at all. Integers that
 * are too large are left out.
 */
final class DenseBincount extends Op {
  DenseBincount() {
    super(
        "DenseBincount(input: Tidx, size: Tidx, weights: T) -> (output: T) Tidx:type in [int32,"
            + " int64]; T:type in [int32, int64, float, double]; binary_output:bool=false;");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape values = context.input(0);
    Shape weights = context.input(2);
    if (values.rank() > 2) {
      throw context.invalid("input must be a vector or a matrix: %s", context.describe(0));
    }
    if (weights.isFullyKnown() && weights.elements() > 0 && !weights.isCompatibleWith(values)) {
      throw context.invalid(
          "weights must be empty or shaped like the integers: %s, %s",
          context.describe(0), context.describe(2));
    }
    long size = SizeInputs.ofScalar(context, 1);
    if (size == Shape.UNKNOWN_SIZE || !values.hasRank()) {
      return List.of(Shape.unknown());
    }
    return List.of(result(values, size));
  }

  private static Shape result(Shape values, long size) {
    return values.rank() == 2 ? Shape.of(values.size(0), size) : Shape.of(size);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    boolean isBinary = spec.attrs().bool("binary_output");
    return context -> count(context, isBinary);
  }

  private static void count(KernelContext context, boolean isBinary) {
    Tensor values = context.input(0);
    long size = context.input(1).getLong(0);
    Tensor bins = context.allocate(0, result(values.shape(), size));
    long rows = values.shape().rank() == 2 ? values.shape().size(0) : 1;
    long width = rows == 0 ? 0 : values.elements() / rows;
    for (long row = 0; row < rows; row++) {
      Bins.count(
          values,
          row * width,
          (row + 1) * width,
          context.input(2),
          isBinary,
          bins,
          row * size,
          size);
    }
  }

  @Override
  public String notDifferentiable() {
    return "counts do not change smoothly";
  }
}
