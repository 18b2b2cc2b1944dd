package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** The template behind {@link CountLoop}. */
final class CountLoopTemplate implements CountLoop {
  private static final Operation OPERATION =
      Specialized.operation(MethodHandles.lookup(), Operation.class);

  private static final ScalarType ELEMENT = OPERATION.element();
  private static final boolean IS_REAL = ELEMENT.isReal();
  private static final boolean IS_COMPLEX = OPERATION.parts() == 2;
  private static final boolean IS_LONG = OPERATION.isLong();
  private static final int SHIFT = ELEMENT.shift();

  @Override
  public long firstNegative(long at, long count) {
    for (long i = 0; i < count; i++) {
      if (ELEMENT.bits(at + (i << SHIFT)) < 0) {
        return i;
      }
    }
    return count;
  }

  @Override
  public void tally(long at, long count, int[] counts) {
    for (long i = 0; i < count; i++) {
      long value = ELEMENT.bits(at + (i << SHIFT));
      if (value < counts.length) {
        counts[(int) value]++;
      }
    }
  }

  @Override
  public void weigh(long at, long count, long weights, ScalarType bin, long bins, long size) {
    for (long i = 0; i < count; i++) {
      long value = ELEMENT.bits(at + (i << SHIFT));
      if (value < size) {
        long target = bin.at(bins, value);
        if (bin.isReal()) {
          double weight = weights == 0 ? 1 : bin.real(bin.at(weights, i));
          bin.setBits(target, Double.doubleToRawLongBits(bin.real(target) + weight));
        } else {
          bin.setBits(target, bin.bits(target) + (weights == 0 ? 1 : bin.bits(bin.at(weights, i))));
        }
      }
    }
  }

  @Override
  public void histogram(long at, long count, double low, double width, int[] counts) {
    double last = counts.length - 1;
    for (long i = 0; i < count; i++) {
      double above = (Math.max(ELEMENT.real(at + (i << SHIFT)), low) - low) / width;
      counts[(int) Math.min(above, last)]++;
    }
  }

  @Override
  public int positions(long at, int count, int[] positions) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      positions[found] = i; // stays if it counts
      found += isSet(at, i) ? 1 : 0;
    }
    return found;
  }

  private static boolean isSet(long at, long i) {
    if (IS_COMPLEX) {
      long part = at + (i << SHIFT + 1);
      return ELEMENT.real(part) != 0 | ELEMENT.real(part + (1L << SHIFT)) != 0;
    }
    long element = at + (i << SHIFT);
    return IS_REAL ? ELEMENT.real(element) != 0 : ELEMENT.bits(element) != 0;
  }

  @Override
  public void buckets(long at, long count, double[] boundaries, long out) {
    for (long i = 0; i < count; i++) {
      long element = at + (i << SHIFT);
      double value = bucketed(element);
      int low = 0;
      int high = boundaries.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        boolean isBelow = value < boundaries[middle];
        int next = middle + 1;
        low = isBelow ? low : next;
        high = isBelow ? middle : high;
      }
      RawMemory.ALL.set(ValueLayout.JAVA_INT, out + i * Integer.BYTES, low);
    }
  }

  /** Integers are compared as floats. */
  private static double bucketed(long at) {
    if (IS_REAL) {
      return ELEMENT.real(at);
    }
    return IS_LONG ? (float) ELEMENT.bits(at) : (float) ELEMENT.real(at);
  }
}
