package dev.weir.ops.array.index;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Positions in a tensor of shape {@code dims}, counted row by row, as an index for each dimension:
 * column i of the output belongs to {@code indices[i]}. Negative positions are not refused but
 * divided with their sign, as in TensorFlow.
 */
final class UnravelIndex extends Op {
  UnravelIndex() {
    super(
        "UnravelIndex(indices: Tidx, dims: Tidx) -> (output: Tidx) Tidx:type=int32 in [int32,"
            + " int64];");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape indices = Sizes.requireRankAtMost(context, 0, 1);
    long rank = context.requireRank(1, 1).size(0);
    if (Sizes.elements(indices) == 0) {
      throw context.invalid("indices must not be empty: %s", context.describe(0));
    }
    if (!indices.hasRank()) {
      return List.of(Shape.unknown());
    }
    return List.of(indices.isScalar() ? Shape.of(rank) : Shape.of(rank, indices.size(0)));
  }

  @Override
  public String notDifferentiable() {
    return "its inputs and output are positions";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return context -> {
      Tensor indices = context.input(0);
      long[] dims = Sizes.values(context.input(1));
      long elements = 1;
      for (long size : dims) {
        if (size <= 0) {
          throw WeirException.invalidArgument(
              "dims must be above 0, got %s", Arrays.toString(dims));
        }
        elements = Math.multiplyExact(elements, size);
      }
      long count = indices.elements();
      Tensor out = context.allocate(0, Shape.of(dims.length).concat(indices.shape()));
      for (long i = 0; i < count; i++) {
        long rest = indices.getLong(i);
        if (rest >= elements) {
          throw WeirException.invalidArgument(
              "indices must be below %d for dims %s, indices[%d] is %d",
              elements, Arrays.toString(dims), i, rest);
        }
        for (int d = dims.length - 1; d >= 0; d--) {
          out.setLong(d * count + i, rest % dims[d]);
          rest /= dims[d];
        }
      }
    };
  }
}
