package dev.weir.kernels.onednn;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Products so small that calling oneDNN takes longer than computing them. */
final class TinyProduct {
  /**
   * Multiplications up to which plain loops win: oneDNN takes 0.15 to 0.35 microseconds for any.
   */
  private static final long MOST_WORK = 64;

  private TinyProduct() {}

  static boolean handles(long m, long k, long n) {
    return m * n <= MOST_WORK && m * n * k <= MOST_WORK;
  }

  static void multiply(
      int m,
      int k,
      int n,
      boolean transposeA,
      boolean transposeB,
      MemorySegment a,
      MemorySegment b,
      MemorySegment c) {
    int rowA = transposeA ? 1 : k;
    int stepA = transposeA ? m : 1;
    int columnB = transposeB ? k : 1;
    int stepB = transposeB ? 1 : n;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int p = 0; p < k; p++) {
          sum += at(a, i * rowA + p * stepA) * at(b, j * columnB + p * stepB);
        }
        c.setAtIndex(ValueLayout.JAVA_FLOAT, i * n + j, sum);
      }
    }
  }

  private static float at(MemorySegment data, int index) {
    return data.getAtIndex(ValueLayout.JAVA_FLOAT, index);
  }
}
