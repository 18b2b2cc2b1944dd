package dev.weir.ops.array.index;

import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** What ops that find the places of values in sorted rows have in common. */
abstract class SortedSearch extends Op {
  private final boolean goesAfterEqual;

  /**
   * @param goesAfterEqual whether a value goes after those that are equal to it, not before
   */
  SortedSearch(String signature, boolean goesAfterEqual) {
    super(signature);
    this.goesAfterEqual = goesAfterEqual;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    Shape sorted = context.requireRank(0, 2);
    Shape values = context.requireRank(1, 2);
    if (!Shape.of(sorted.size(0)).isCompatibleWith(Shape.of(values.size(0)))) {
      throw context.invalid(
          "there must be as many rows of values as of sorted_inputs: %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(context.input(1));
  }

  @Override
  public final String notDifferentiable() {
    return "its output is a position";
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor sorted = context.input(0);
      Tensor values = context.input(1);
      Tensor out = context.allocate(0, values.shape());
      long width = sorted.shape().size(1);
      long count = values.shape().size(1);
      for (long i = 0; i < values.elements(); i++) {
        long start = i / count * width;
        long low = start;
        long high = start + width;
        while (low < high) {
          long middle = (low + high) >>> 1;
          int order = compare(sorted, middle, values, i);
          if (order < 0 || (order == 0 && goesAfterEqual)) {
            low = middle + 1;
          } else {
            high = middle;
          }
        }
        out.setLong(i, low - start);
      }
    };
  }

  private static int compare(Tensor a, long i, Tensor b, long j) {
    DType dtype = a.dtype();
    if (dtype == DType.STRING) {
      return Arrays.compareUnsigned(a.getBytes(i), b.getBytes(j));
    }
    if (dtype.isFloating() || dtype.isComplex()) {
      double x = a.getDouble(i);
      double y = b.getDouble(j);
      return x < y ? -1 : x > y ? 1 : 0;
    }
    return dtype == DType.UINT64
        ? Long.compareUnsigned(a.getLong(i), b.getLong(j))
        : Long.compare(a.getLong(i), b.getLong(j));
  }
}
