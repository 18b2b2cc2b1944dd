package dev.weir.kernels.vector.internal.segment;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/**
 * The template behind {@link GatherSumLoop}. Sums are in arrays: C2 knows that they do not overlap
 * memory off the heap, and uses vectors.
 */
final class GatherSumLoopTemplate implements GatherSumLoop {
  private static final ScalarType ELEMENT =
      Specialized.operation(MethodHandles.lookup(), ScalarType.class);

  private static final boolean IS_REAL = ELEMENT.isReal();
  private static final int SHIFT = ELEMENT.shift();

  @Override
  public void add(long row, double factor, Sums all) {
    double[] sums = all.reals;
    long[] wholeSums = all.wholes;
    if (!IS_REAL) {
      for (int k = 0; k < wholeSums.length; k++) {
        wholeSums[k] += ELEMENT.bits(row + ((long) k << SHIFT));
      }
    } else if (factor == 1) {
      for (int k = 0; k < sums.length; k++) {
        sums[k] += ELEMENT.real(row + ((long) k << SHIFT));
      }
    } else {
      for (int k = 0; k < sums.length; k++) {
        sums[k] += factor * ELEMENT.real(row + ((long) k << SHIFT));
      }
    }
  }

  @Override
  public void store(Sums all, double factor, long out) {
    double[] sums = all.reals;
    long[] wholeSums = all.wholes;
    if (IS_REAL) {
      for (int k = 0; k < sums.length; k++) {
        ELEMENT.setBits(out + ((long) k << SHIFT), Double.doubleToRawLongBits(sums[k] * factor));
        sums[k] = 0;
      }
    } else {
      for (int k = 0; k < wholeSums.length; k++) {
        ELEMENT.setBits(out + ((long) k << SHIFT), wholeSums[k]);
        wholeSums[k] = 0;
      }
    }
  }
}
