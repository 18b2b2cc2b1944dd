package dev.weir.ops.support;

import dev.weir.tensor.Shape;

/**
 * How the positions of a broadcast result map to those of its two operands. Dimensions that behave
 * alike are merged first, so that most cases come down to one or two loops.
 */
public final class Broadcast {
  /** Receives runs of {@code count} result positions; operands advance by their steps, 0 or 1. */
  public interface Run {
    void accept(long result, long left, int leftStep, long right, int rightStep, long count);
  }

  private final Shape shape;
  private final long[] sizes;
  private final long[] leftStrides;
  private final long[] rightStrides;

  private Broadcast(Shape shape, long[] sizes, long[] leftStrides, long[] rightStrides) {
    this.shape = shape;
    this.sizes = sizes;
    this.leftStrides = leftStrides;
    this.rightStrides = rightStrides;
  }

  /** The broadcast of two full shapes. */
  public static Broadcast of(Shape left, Shape right) {
    Shape shape = Shapes.broadcast(left, right);
    int rank = shape.rank();
    long[] sizes = new long[rank];
    long[] leftStrides = new long[rank];
    long[] rightStrides = new long[rank];
    long leftStride = 1;
    long rightStride = 1;
    int used = 0; // merged dimensions, innermost first
    for (int d = rank - 1; d >= 0; d--) {
      long size = shape.size(d);
      long leftSize = sizeAt(left, d, rank);
      long rightSize = sizeAt(right, d, rank);
      long leftStep = leftSize == 1 ? 0 : leftStride;
      long rightStep = rightSize == 1 ? 0 : rightStride;
      leftStride *= leftSize;
      rightStride *= rightSize;
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
    return new Broadcast(
        shape,
        java.util.Arrays.copyOf(sizes, used),
        java.util.Arrays.copyOf(leftStrides, used),
        java.util.Arrays.copyOf(rightStrides, used));
  }

  private static long sizeAt(Shape shape, int d, int rank) {
    int i = d - (rank - shape.rank());
    return i < 0 ? 1 : shape.size(i);
  }

  /** The shape of the result. */
  public Shape shape() {
    return shape;
  }

  /** Whether both operands have all elements of the result, in the same order. */
  public boolean isElementwise() {
    return sizes.length == 0 || (sizes.length == 1 && leftStrides[0] == 1 && rightStrides[0] == 1);
  }

  /** Visits every position of the result, in order, in runs along the innermost dimension. */
  public void forEachRun(Run run) {
    if (shape.elements() == 0) {
      return;
    }
    if (sizes.length == 0) {
      run.accept(0, 0, 0, 0, 0, 1);
      return;
    }
    long[] index = new long[sizes.length];
    long count = sizes[0];
    long left = 0;
    long right = 0;
    for (long result = 0; result < shape.elements(); result += count) {
      run.accept(result, left, (int) leftStrides[0], right, (int) rightStrides[0], count);
      for (int d = 1; d < sizes.length; d++) {
        left += leftStrides[d];
        right += rightStrides[d];
        if (++index[d] < sizes[d]) {
          break;
        }
        left -= leftStrides[d] * sizes[d];
        right -= rightStrides[d] * sizes[d];
        index[d] = 0;
      }
    }
  }
}
