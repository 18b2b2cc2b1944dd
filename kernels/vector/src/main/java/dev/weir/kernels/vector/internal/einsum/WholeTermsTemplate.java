package dev.weir.kernels.vector.internal.einsum;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/** The template for integers, which wrap. */
final class WholeTermsTemplate implements StridedTerms<long[]> {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final boolean IS_LONG =
      Specialized.operation(MethodHandles.lookup(), Boolean.class);

  private static long get(long at) {
    return IS_LONG ? ALL.get(ValueLayout.JAVA_LONG, at) : ALL.get(ValueLayout.JAVA_INT, at);
  }

  private static void set(long at, long number) {
    if (IS_LONG) {
      ALL.set(ValueLayout.JAVA_LONG, at, number);
    } else {
      ALL.set(ValueLayout.JAVA_INT, at, (int) number);
    }
  }

  @Override
  public long[] newSums(int count) {
    return new long[count];
  }

  @Override
  public void clear(long[] sums, int count) {
    Arrays.fill(sums, 0, count, 0);
  }

  @Override
  public void addEach(long[] sums, int count, long a, long aStep, long b, long bStep) {
    if (bStep == 0) {
      long factor = get(b);
      for (int i = 0; i < count; i++) {
        sums[i] += get(a + i * aStep) * factor;
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      sums[i] += get(a + i * aStep) * get(b + i * bStep);
    }
  }

  @Override
  public void addEach(long[] sums, int count, long a, long aStep) {
    for (int i = 0; i < count; i++) {
      sums[i] += get(a + i * aStep);
    }
  }

  @Override
  public void addAll(long[] sums, int count, long a, long aStep, long b, long bStep) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += get(a + i * aStep) * get(b + i * bStep);
    }
    sums[0] += sum;
  }

  @Override
  public void addAll(long[] sums, int count, long a, long aStep) {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += get(a + i * aStep);
    }
    sums[0] += sum;
  }

  @Override
  public void multiplyEach(int count, long a, long aStep, long b, long bStep, long c, long cStep) {
    for (int i = 0; i < count; i++) {
      set(c + i * cStep, get(a + i * aStep) * get(b + i * bStep));
    }
  }

  @Override
  public void store(long[] sums, int count, long c, long step) {
    for (int i = 0; i < count; i++) {
      set(c + i * step, sums[i]);
    }
  }
}
