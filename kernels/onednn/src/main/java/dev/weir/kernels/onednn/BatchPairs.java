package dev.weir.kernels.onednn;

import dev.weir.tensor.Shape;

/**
 * Which matrices of two batches meet, when the dimensions before the last two broadcast.
 *
 * @param shape of the batch of results
 * @param left matrices on the left
 * @param right matrices on the right
 */
record BatchPairs(Shape shape, Shape left, Shape right) {
  /** The pairs of two operands, whose batches are known to fit. */
  static BatchPairs of(Shape x, Shape y) {
    Shape left = x.slice(0, x.rank() - 2);
    Shape right = y.slice(0, y.rank() - 2);
    if (left.equals(right)) {
      return new BatchPairs(left, left, right);
    }
    int rank = Math.max(left.rank(), right.rank());
    long[] sizes = new long[rank];
    for (int d = 0; d < rank; d++) {
      long here = sizeAt(left, d, rank);
      sizes[d] = here == 1 ? sizeAt(right, d, rank) : here;
    }
    return new BatchPairs(Shape.of(sizes), left, right);
  }

  /** Whether matrix {@code i} meets matrix {@code i}, or the only one. */
  boolean areSimple() {
    long count = shape.elements();
    return (left.elements() == 1 || left.elements() == count)
        && (right.elements() == 1 || right.elements() == count);
  }

  /** Which matrix on the left goes into result {@code i}. */
  long leftOf(long i) {
    return index(left, i);
  }

  /** Which matrix on the right goes into result {@code i}. */
  long rightOf(long i) {
    return index(right, i);
  }

  private long index(Shape operand, long i) {
    long index = 0;
    long stride = 1;
    long rest = i;
    for (int d = shape.rank() - 1; d >= 0; d--) {
      long size = sizeAt(operand, d, shape.rank());
      index += size == 1 ? 0 : rest % shape.size(d) * stride;
      rest /= shape.size(d);
      stride *= size;
    }
    return index;
  }

  private static long sizeAt(Shape shape, int d, int rank) {
    int i = d - (rank - shape.rank());
    return i < 0 ? 1 : shape.size(i);
  }
}
