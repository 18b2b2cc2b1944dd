package dev.weir.kernels.vector.internal.rank;

import dev.weir.kernels.vector.internal.support.ScalarType;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.invoke.MethodHandles;

/** The template behind {@link HashLoop}. */
final class HashLoopTemplate implements HashLoop {
  private static final ScalarType ELEMENT =
      Specialized.operation(MethodHandles.lookup(), ScalarType.class);

  private static final boolean IS_REAL = ELEMENT.isReal();
  private static final int SHIFT = ELEMENT.shift();

  private static boolean isNan(long key) {
    return IS_REAL && Double.isNaN(Double.longBitsToDouble(key));
  }

  private static long key(long at, int i) {
    long element = at + ((long) i << SHIFT);
    return IS_REAL
        ? Double.doubleToRawLongBits(ELEMENT.real(element) + 0.0) // makes -0 the other zero
        : ELEMENT.bits(element);
  }

  @Override
  public void places(long at, int count, ElementTable seen, ScalarType index, long places) {
    for (int i = 0; i < count; i++) {
      long key = key(at, i);
      int place = isNan(key) ? seen.add(i) : seen.place(key, i);
      index.setBits(index.at(places, i), place);
    }
  }

  @Override
  public void addAll(long at, int count, ElementTable seen) {
    for (int i = 0; i < count; i++) {
      long key = key(at, i);
      if (!isNan(key)) {
        seen.place(key, i);
      }
    }
  }

  @Override
  public int missing(long at, int count, ElementTable seen, int[] positions) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      long key = key(at, i);
      if (isNan(key) || !seen.contains(key)) {
        positions[found++] = i;
      }
    }
    return found;
  }
}
