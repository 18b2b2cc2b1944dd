package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.Fma;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.ValueLayout;

/** Products too small for vectors, as plain loops. */
final class SmallProduct {
  private static final long MOST_WORK = 2048;

  private SmallProduct() {}

  static boolean handles(int m, int n, int k) {
    return (long) m * n <= MOST_WORK && (long) m * n * k <= MOST_WORK;
  }

  /** Overwrites {@code c[m, n]} with {@code a[m, k] b[k, n]}. */
  static void multiply(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, boolean isDouble) {
    GemmMatrix left = a.raw(m, k, isDouble ? Double.BYTES : Float.BYTES);
    GemmMatrix right = b.raw(k, n, isDouble ? Double.BYTES : Float.BYTES);
    GemmMatrix out = c.raw(m, n, isDouble ? Double.BYTES : Float.BYTES);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        long to = out.index(i, j);
        if (isDouble) {
          double sum = 0;
          for (int p = 0; p < k; p++) {
            sum = Fma.multiplyAdd(real(left.index(i, p)), real(right.index(p, j)), sum);
          }
          RawMemory.ALL.set(ValueLayout.JAVA_DOUBLE, to * Double.BYTES, sum);
        } else {
          float sum = 0;
          for (int p = 0; p < k; p++) {
            sum = Fma.multiplyAdd(single(left.index(i, p)), single(right.index(p, j)), sum);
          }
          RawMemory.ALL.set(ValueLayout.JAVA_FLOAT, to * Float.BYTES, sum);
        }
      }
    }
  }

  /** Overwrites {@code c[m, n]} with {@code a[m, k] b[k, n]}; integers wrap. */
  static void multiplyIntegers(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, boolean isLong) {
    int bytes = isLong ? Long.BYTES : Integer.BYTES;
    GemmMatrix left = a.raw(m, k, bytes);
    GemmMatrix right = b.raw(k, n, bytes);
    GemmMatrix out = c.raw(m, n, bytes);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        long sum = 0;
        for (int p = 0; p < k; p++) {
          sum += whole(left.index(i, p), isLong) * whole(right.index(p, j), isLong);
        }
        if (isLong) {
          RawMemory.ALL.set(ValueLayout.JAVA_LONG, out.index(i, j) * Long.BYTES, sum);
        } else {
          RawMemory.ALL.set(ValueLayout.JAVA_INT, out.index(i, j) * Integer.BYTES, (int) sum);
        }
      }
    }
  }

  private static long whole(long index, boolean isLong) {
    return isLong
        ? RawMemory.ALL.get(ValueLayout.JAVA_LONG, index * Long.BYTES)
        : RawMemory.ALL.get(ValueLayout.JAVA_INT, index * Integer.BYTES);
  }

  private static double real(long index) {
    return RawMemory.ALL.get(ValueLayout.JAVA_DOUBLE, index * Double.BYTES);
  }

  private static float single(long index) {
    return RawMemory.ALL.get(ValueLayout.JAVA_FLOAT, index * Float.BYTES);
  }
}
