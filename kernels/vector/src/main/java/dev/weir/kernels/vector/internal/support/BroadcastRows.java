package dev.weir.kernels.vector.internal.support;

import dev.weir.tensor.Shape;
import java.util.Arrays;

/**
 * The broadcast of two operands to one shape, as rows of the result: along a row each operand
 * either advances or repeats one element. Dimensions that behave alike are merged, so that rows are
 * as long as possible.
 */
public final class BroadcastRows {
  private final Shape shape;
  private final int rank;
  // of the merged dimensions, the innermost first
  private final long[] sizes;
  private final long[] leftStrides;
  private final long[] rightStrides;

  private BroadcastRows(
      Shape shape, int rank, long[] sizes, long[] leftStrides, long[] rightStrides) {
    this.shape = shape;
    this.rank = rank;
    this.sizes = sizes;
    this.leftStrides = leftStrides;
    this.rightStrides = rightStrides;
  }

  /** The broadcast of two fully known, compatible shapes. */
  public static BroadcastRows of(Shape left, Shape right) {
    int full = Math.max(left.rank(), right.rank());
    long[] result = new long[full];
    long[] sizes = new long[full];
    long[] leftStrides = new long[full];
    long[] rightStrides = new long[full];
    long leftStride = 1;
    long rightStride = 1;
    int used = 0;
    for (int d = full - 1; d >= 0; d--) {
      long leftSize = sizeAt(left, d, full);
      long rightSize = sizeAt(right, d, full);
      long size = leftSize == 1 ? rightSize : leftSize;
      long leftStep = leftSize == 1 ? 0 : leftStride;
      long rightStep = rightSize == 1 ? 0 : rightStride;
      leftStride *= leftSize;
      rightStride *= rightSize;
      result[d] = size;
      if (size == 1) {
        continue;
      }
      if (used > 0
          && leftStep == leftStrides[used - 1] * sizes[used - 1]
          && rightStep == rightStrides[used - 1] * sizes[used - 1]) {
        sizes[used - 1] *= size;
      } else {
        sizes[used] = size;
        leftStrides[used] = leftStep;
        rightStrides[used++] = rightStep;
      }
    }
    return new BroadcastRows(Shape.of(result), used, sizes, leftStrides, rightStrides);
  }

  static long sizeAt(Shape shape, int d, int rank) {
    int i = d - (rank - shape.rank());
    return i < 0 ? 1 : shape.size(i);
  }

  /** The shape of the result. */
  public Shape shape() {
    return shape;
  }

  /** Elements of a row of the result. */
  public long rowSize() {
    return rank == 0 ? 1 : sizes[0];
  }

  /** Rows of the result; 0 if it is empty. */
  public long rows() {
    long elements = shape.elements();
    return elements == 0 ? 0 : elements / rowSize();
  }

  /** Whether one element on the left is used for a whole row. */
  public boolean isLeftRepeated() {
    return rank > 0 && leftStrides[0] == 0;
  }

  /** Whether one element on the right is used for a whole row. */
  public boolean isRightRepeated() {
    return rank > 0 && rightStrides[0] == 0;
  }

  /** Whether all of the left is combined with each row of the right, which has all elements. */
  public boolean repeatsLeft() {
    return repeats(leftStrides, rightStrides);
  }

  /** Whether all of the right is combined with each row of the left, which has all elements. */
  public boolean repeatsRight() {
    return repeats(rightStrides, leftStrides);
  }

  private boolean repeats(long[] some, long[] all) {
    return rank == 2 && some[0] == 1 && some[1] == 0 && all[0] == 1 && all[1] == sizes[0];
  }

  /** Which element on the left goes into element {@code i} of the result. */
  public long leftOf(long i) {
    return position(i, leftStrides);
  }

  /** Which element on the right goes into element {@code i} of the result. */
  public long rightOf(long i) {
    return position(i, rightStrides);
  }

  private long position(long i, long[] strides) {
    long position = 0;
    long rest = i;
    for (int d = 0; d < rank; d++) {
      position += rest % sizes[d] * strides[d];
      rest /= sizes[d];
    }
    return position;
  }

  /** The positions of the operands from a row on. */
  public Walk walkFrom(long row) {
    return new Walk(row);
  }

  /** Iterates over rows. */
  public final class Walk {
    private final long[] index = new long[rank];
    private long left;
    private long right;

    private Walk(long row) {
      long rest = row;
      for (int d = 1; d < rank; d++) {
        index[d] = rest % sizes[d];
        rest /= sizes[d];
        left += index[d] * leftStrides[d];
        right += index[d] * rightStrides[d];
      }
    }

    /** Where the left operand's part of the row begins, in elements. */
    public long left() {
      return left;
    }

    /** Where the right operand's part of the row begins, in elements. */
    public long right() {
      return right;
    }

    public void advance() {
      for (int d = 1; d < rank; d++) {
        left += leftStrides[d];
        right += rightStrides[d];
        if (++index[d] < sizes[d]) {
          return;
        }
        left -= leftStrides[d] * sizes[d];
        right -= rightStrides[d] * sizes[d];
        index[d] = 0;
      }
    }
  }

  @Override
  public String toString() {
    return shape + " in rows of " + rowSize() + ", sizes " + Arrays.toString(sizes);
  }
}
