package dev.weir.ops.sparse;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.ops.support.SizeInputs;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/** The coordinates of the elements of a sparse tensor: a row each. */
final class SparseIndices {
  private SparseIndices() {}

  /** Whether row {@code i} comes before row {@code j}, is the same (0), or comes after it. */
  static int compare(Tensor indices, long i, long j, int rank) {
    for (int d = 0; d < rank; d++) {
      int order = Long.compare(indices.getLong(i * rank + d), indices.getLong(j * rank + d));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The position in a dense tensor of the element at a row of coordinates. */
  static long position(Tensor indices, long row, Shape shape) {
    long position = 0;
    for (int d = 0; d < shape.rank(); d++) {
      long index = indices.getLong(row * shape.rank() + d);
      if (index < 0 || index >= shape.size(d)) {
        throw WeirException.invalidArgument(
            "indices must lie within the shape %s: index %d is %s",
            shape, row, text(indices, row, shape.rank()));
      }
      position = position * shape.size(d) + index;
    }
    return position;
  }

  /** {@code [1,2]}. */
  static String text(Tensor indices, long row, int rank) {
    long[] coordinates = new long[rank];
    for (int d = 0; d < rank; d++) {
      coordinates[d] = indices.getLong(row * rank + d);
    }
    return Arrays.toString(coordinates).replace(" ", "");
  }

  /** A vector of sizes as a shape. */
  static Shape shape(Tensor sizes) {
    long[] all = new long[Math.toIntExact(sizes.elements())];
    for (int d = 0; d < all.length; d++) {
      all[d] = sizes.getLong(d);
      if (all[d] < 0) {
        throw WeirException.invalidArgument("sizes must not be negative: size %d is %d", d, all[d]);
      }
    }
    return Shape.of(all);
  }

  /** Refuses inputs that cannot be indices, values and shape of a sparse tensor. */
  static void require(ShapeContext context, int indices, int values, int shape) {
    context.requireRank(indices, 2);
    context.requireRank(values, 1);
    context.requireRank(shape, 1);
    SizeInputs.requireSameLength(context, indices, values);
    requireRank(context, indices, shape);
  }

  /** Refuses rows of coordinates that are not as long as the shape. */
  static void requireRank(ShapeContext context, int indices, int shape) {
    if (!context.input(indices).slice(1, 2).isCompatibleWith(context.input(shape))) {
      throw context.invalid(
          "there must be a coordinate for every dimension: %s, %s",
          context.describe(indices), context.describe(shape));
    }
  }
}
