package dev.weir.kernels.vector.internal.einsum;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/** The template for complex numbers, which are added in double precision: pairs of sums. */
final class ComplexTermsTemplate implements StridedTerms<double[]> {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final boolean IS_DOUBLE =
      Specialized.operation(MethodHandles.lookup(), Boolean.class);

  private static double re(long at) {
    return IS_DOUBLE ? ALL.get(ValueLayout.JAVA_DOUBLE, at) : ALL.get(ValueLayout.JAVA_FLOAT, at);
  }

  private static double im(long at) {
    return re(at + (IS_DOUBLE ? Double.BYTES : Float.BYTES));
  }

  private static void set(long at, double re, double im) {
    if (IS_DOUBLE) {
      ALL.set(ValueLayout.JAVA_DOUBLE, at, re);
      ALL.set(ValueLayout.JAVA_DOUBLE, at + Double.BYTES, im);
    } else {
      ALL.set(ValueLayout.JAVA_FLOAT, at, (float) re);
      ALL.set(ValueLayout.JAVA_FLOAT, at + Float.BYTES, (float) im);
    }
  }

  @Override
  public double[] newSums(int count) {
    return new double[2 * count];
  }

  @Override
  public void clear(double[] sums, int count) {
    Arrays.fill(sums, 0, 2 * count, 0);
  }

  @Override
  public void addEach(double[] sums, int count, long a, long aStep, long b, long bStep) {
    for (int i = 0; i < count; i++) {
      add(sums, i, a + i * aStep, b + i * bStep);
    }
  }

  private static void add(double[] sums, int i, long x, long y) {
    sums[2 * i] += re(x) * re(y) - im(x) * im(y);
    sums[2 * i + 1] += re(x) * im(y) + im(x) * re(y);
  }

  @Override
  public void addEach(double[] sums, int count, long a, long aStep) {
    for (int i = 0; i < count; i++) {
      sums[2 * i] += re(a + i * aStep);
      sums[2 * i + 1] += im(a + i * aStep);
    }
  }

  @Override
  public void addAll(double[] sums, int count, long a, long aStep, long b, long bStep) {
    for (int i = 0; i < count; i++) {
      add(sums, 0, a + i * aStep, b + i * bStep);
    }
  }

  @Override
  public void addAll(double[] sums, int count, long a, long aStep) {
    double re = 0;
    double im = 0;
    for (int i = 0; i < count; i++) {
      re += re(a + i * aStep);
      im += im(a + i * aStep);
    }
    sums[0] += re;
    sums[1] += im;
  }

  @Override
  public void multiplyEach(int count, long a, long aStep, long b, long bStep, long c, long cStep) {
    for (int i = 0; i < count; i++) {
      long x = a + i * aStep;
      long y = b + i * bStep;
      set(c + i * cStep, re(x) * re(y) - im(x) * im(y), re(x) * im(y) + im(x) * re(y));
    }
  }

  @Override
  public void store(double[] sums, int count, long c, long step) {
    for (int i = 0; i < count; i++) {
      set(c + i * step, sums[2 * i], sums[2 * i + 1]);
    }
  }
}
