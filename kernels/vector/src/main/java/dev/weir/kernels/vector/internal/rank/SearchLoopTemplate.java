package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * The template behind {@link SearchLoop}. Half of what is left is dropped at each step, by a
 * conditional move rather than a jump that cannot be predicted. NaN, which is equal to all here,
 * leads to the place that a search with jumps ends at.
 */
final class SearchLoopTemplate implements SearchLoop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final ScalarType ELEMENT = OPERATION.element();
  private static final boolean GOES_AFTER_EQUAL = OPERATION.goesAfterEqual();
  private static final int SHIFT = ELEMENT.shift();

  @Override
  public long place(long row, long width, long value) {
    return ELEMENT.isReal() ? real(row, width, value) : whole(row, width, value);
  }

  private static long real(long row, long width, long at) {
    double value = ELEMENT.real(at);
    long low = 0;
    long high = width;
    while (low < high) {
      long middle = (low + high) >>> 1;
      double element = ELEMENT.real(row + (middle << SHIFT));
      boolean isInFront = GOES_AFTER_EQUAL ? !(element > value) : element < value;
      long next = middle + 1;
      low = isInFront ? next : low;
      high = isInFront ? high : middle;
    }
    return low;
  }

  private static long whole(long row, long width, long at) {
    long value = ELEMENT.rank(at);
    long low = 0;
    long high = width;
    while (low < high) {
      long middle = (low + high) >>> 1;
      long element = ELEMENT.rank(row + (middle << SHIFT));
      boolean isInFront = GOES_AFTER_EQUAL ? element <= value : element < value;
      long next = middle + 1;
      low = isInFront ? next : low;
      high = isInFront ? high : middle;
    }
    return low;
  }
}
