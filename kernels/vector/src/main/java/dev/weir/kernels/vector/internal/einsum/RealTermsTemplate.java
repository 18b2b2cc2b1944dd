package dev.weir.kernels.vector.internal.einsum;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;

/** The template for real numbers, which are added in double precision. */
final class RealTermsTemplate implements StridedTerms<double[]> {
  private static final MemorySegment ALL = RawMemory.ALL;
  private static final boolean IS_DOUBLE =
      Specialized.operation(MethodHandles.lookup(), Boolean.class);

  private static final long BYTES = IS_DOUBLE ? Double.BYTES : Float.BYTES;

  private static double get(long at) {
    return IS_DOUBLE ? ALL.get(ValueLayout.JAVA_DOUBLE, at) : ALL.get(ValueLayout.JAVA_FLOAT, at);
  }

  private static void set(long at, double number) {
    if (IS_DOUBLE) {
      ALL.set(ValueLayout.JAVA_DOUBLE, at, number);
    } else {
      ALL.set(ValueLayout.JAVA_FLOAT, at, (float) number);
    }
  }

  @Override
  public double[] newSums(int count) {
    return new double[count];
  }

  @Override
  public void clear(double[] sums, int count) {
    Arrays.fill(sums, 0, count, 0);
  }

  @Override
  public void addEach(double[] sums, int count, long a, long aStep, long b, long bStep) {
    if (bStep == 0) {
      double factor = get(b);
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
  public void addEach(double[] sums, int count, long a, long aStep) {
    for (int i = 0; i < count; i++) {
      sums[i] += get(a + i * aStep);
    }
  }

  @Override
  public void addAll(double[] sums, int count, long a, long aStep, long b, long bStep) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      long x = a + i * aStep;
      long y = b + i * bStep;
      s0 += get(x) * get(y);
      s1 += get(x + aStep) * get(y + bStep);
      s2 += get(x + 2 * aStep) * get(y + 2 * bStep);
      s3 += get(x + 3 * aStep) * get(y + 3 * bStep);
    }
    for (; i < count; i++) {
      s0 += get(a + i * aStep) * get(b + i * bStep);
    }
    sums[0] += s0 + s1 + (s2 + s3);
  }

  @Override
  public void addAll(double[] sums, int count, long a, long aStep) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 4 <= count; i += 4) {
      long x = a + i * aStep;
      s0 += get(x);
      s1 += get(x + aStep);
      s2 += get(x + 2 * aStep);
      s3 += get(x + 3 * aStep);
    }
    for (; i < count; i++) {
      s0 += get(a + i * aStep);
    }
    sums[0] += s0 + s1 + (s2 + s3);
  }

  @Override
  public void multiplyEach(int count, long a, long aStep, long b, long bStep, long c, long cStep) {
    if (cStep == BYTES && aStep <= BYTES && bStep <= BYTES) {
      multiplyNeighbors(count, a, aStep, b, bStep, c);
      return;
    }
    if (bStep == 0) {
      double factor = get(b);
      for (int i = 0; i < count; i++) {
        set(c + i * cStep, get(a + i * aStep) * factor);
      }
      return;
    }
    for (int i = 0; i < count; i++) {
      set(c + i * cStep, get(a + i * aStep) * get(b + i * bStep));
    }
  }

  /** By way of heap arrays, for which C2 makes vectors. */
  private static void multiplyNeighbors(int count, long a, long aStep, long b, long bStep, long c) {
    if (IS_DOUBLE) {
      double[] x = new double[count];
      double[] y = new double[count];
      fill(a, aStep, x);
      fill(b, bStep, y);
      for (int i = 0; i < x.length; i++) {
        x[i] *= y[i];
      }
      MemorySegment.copy(x, 0, ALL, ValueLayout.JAVA_DOUBLE, c, count);
    } else {
      float[] x = new float[count];
      float[] y = new float[count];
      fill(a, aStep, x);
      fill(b, bStep, y);
      for (int i = 0; i < x.length; i++) {
        x[i] *= y[i];
      }
      MemorySegment.copy(x, 0, ALL, ValueLayout.JAVA_FLOAT, c, count);
    }
  }

  private static void fill(long from, long step, double[] to) {
    if (step == 0) {
      Arrays.fill(to, get(from));
    } else {
      MemorySegment.copy(ALL, ValueLayout.JAVA_DOUBLE, from, to, 0, to.length);
    }
  }

  private static void fill(long from, long step, float[] to) {
    if (step == 0) {
      Arrays.fill(to, (float) get(from));
    } else {
      MemorySegment.copy(ALL, ValueLayout.JAVA_FLOAT, from, to, 0, to.length);
    }
  }

  @Override
  public void store(double[] sums, int count, long c, long step) {
    for (int i = 0; i < count; i++) {
      set(c + i * step, sums[i]);
    }
  }
}
