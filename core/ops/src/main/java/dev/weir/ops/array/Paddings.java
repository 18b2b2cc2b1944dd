package dev.weir.ops.array;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * How many positions to add before and after each dimension.
 *
 * @param before how many before
 * @param after how many after
 */
record Paddings(long[] before, long[] after) {
  /** What a matrix of two columns says; sums of before and after do not overflow. */
  static Paddings of(Tensor matrix) {
    int rank = Math.toIntExact(matrix.shape().size(0));
    long[] before = new long[rank];
    long[] after = new long[rank];
    for (int d = 0; d < rank; d++) {
      before[d] = matrix.getLong(2L * d);
      after[d] = matrix.getLong(2L * d + 1);
      if (before[d] < 0 || after[d] < 0) {
        throw WeirException.invalidArgument(
            "paddings must be 0 or more, those of dimension %d are %d and %d",
            d, before[d], after[d]);
      }
      if (before[d] > Long.MAX_VALUE - after[d]) {
        throw WeirException.invalidArgument(
            "paddings must not overflow when added, those of dimension %d are %d and %d",
            d, before[d], after[d]);
      }
    }
    return new Paddings(before, after);
  }

  /** The shape of input 0 after padding as input 1 says. */
  static Shape padded(ShapeContext context) {
    Shape in = context.input(0);
    int rank = requireMatrix(context, in);
    Tensor paddings = context.constant(1);
    if (rank < 0) {
      return Shape.unknown();
    }
    if (paddings == null) {
      return Shape.unknownOfRank(rank);
    }
    return of(paddings).padded(in.hasRank() ? in : Shape.unknownOfRank(rank));
  }

  /** Refuses paddings that do not fit the input. Returns its rank, or -1 if that is unknown. */
  static int requireMatrix(ShapeContext context, Shape in) {
    Shape paddings = context.requireRank(1, 2);
    boolean fits = paddings.isCompatibleWith(Shape.of(in.hasRank() ? in.rank() : -1, 2));
    if (!fits) {
      throw context.invalid(
          "paddings must have two numbers for each dimension: %s, %s",
          context.describe(0), context.describe(1));
    }
    return in.hasRank() ? in.rank() : (int) paddings.size(0);
  }

  Shape padded(Shape in) {
    long[] sizes = in.sizes();
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Sizes.add(sizes[d], before[d] + after[d]);
    }
    return Shape.of(sizes);
  }

  /** What is left of a padded shape without its padding. */
  Shape unpadded(Shape padded) {
    long[] sizes = padded.sizes();
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = Sizes.subtract(sizes[d], before[d] + after[d]);
    }
    return Shape.of(sizes);
  }
}
