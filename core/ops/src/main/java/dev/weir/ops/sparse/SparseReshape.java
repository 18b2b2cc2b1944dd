package dev.weir.ops.sparse;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.Op;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The positions of the elements of a sparse tensor after its shape is changed; one size may be -1,
 * which follows from the others.
 */
final class SparseReshape extends Op {
  SparseReshape() {
    super(
        "SparseReshape(input_indices: int64, input_shape: int64, new_shape: int64) ->"
            + " (output_indices: int64, output_shape: int64)");
  }

  @Override
  public List<Shape> inferShapes(ShapeContext context) {
    Shape indices = context.requireRank(0, 2);
    context.requireRank(1, 1);
    Shape newSizes = context.requireRank(2, 1);
    SparseIndices.requireRank(context, 0, 1);
    return List.of(indices.slice(0, 1).concat(newSizes), newSizes);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return SparseReshape::reshape;
  }

  private static void reshape(KernelContext context) {
    Tensor indices = context.input(0);
    Shape before = SparseIndices.shape(context.input(1));
    Shape after = resolve(before.elements(), context.input(2));
    long count = indices.shape().size(0);
    Tensor out = context.allocate(0, Shape.of(count, after.rank()));
    Tensor sizes = context.allocate(1, Shape.of(after.rank()));
    for (int d = 0; d < after.rank(); d++) {
      sizes.setLong(d, after.size(d));
    }
    for (long row = 0; row < count; row++) {
      long rest = SparseIndices.position(indices, row, before);
      for (int d = after.rank() - 1; d >= 0; d--) {
        out.setLong(row * after.rank() + d, rest % after.size(d));
        rest /= after.size(d);
      }
    }
  }

  /** Finds the size that is given as -1. */
  private static Shape resolve(long elements, Tensor newSizes) {
    long[] sizes = new long[(int) newSizes.elements()];
    int open = -1;
    long others = 1;
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = newSizes.getLong(d);
      if (sizes[d] == -1) {
        if (open >= 0) {
          throw WeirException.invalidArgument(
              "only one size may be -1: sizes %d and %d are", open, d);
        }
        open = d;
      } else if (sizes[d] < 0) {
        throw WeirException.invalidArgument(
            "sizes must not be negative: size %d is %d", d, sizes[d]);
      } else {
        others = Math.multiplyExact(others, sizes[d]);
      }
    }
    if (open >= 0) {
      if (others == 0) {
        throw WeirException.invalidArgument("a size of -1 does not follow from others that are 0");
      }
      sizes[open] = elements / others;
    }
    Shape shape = Shape.of(sizes);
    if (shape.elements() != elements) {
      throw WeirException.invalidArgument(
          "both shapes must have as many elements: %d before, %d in %s",
          elements, shape.elements(), shape);
    }
    return shape;
  }

  @Override
  public String notDifferentiable() {
    return "its outputs are integers";
  }
}
