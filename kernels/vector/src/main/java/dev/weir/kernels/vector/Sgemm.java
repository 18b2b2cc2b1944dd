package dev.weir.kernels.vector;

import java.lang.ref.Reference;

/** The product of two float matrices. */
final class Sgemm {
  private static final SgemmBlocks BLOCKS = new SgemmBlocks();

  private Sgemm() {}

  /**
   * Overwrites {@code c[m, n]} with {@code a[m, k] b[k, n]}.
   *
   * <p>C must not overlap A or B and is not transposed.
   */
  static void multiply(int m, int n, int k, Matrix a, Matrix b, Matrix c, Tasks parallel) {
    Matrix rawA = a.raw(m, k, Float.BYTES);
    Matrix rawB = b.raw(k, n, Float.BYTES);
    Matrix rawC = c.raw(m, n, Float.BYTES);
    if (k == 0) {
      clear(m, n, rawC);
    } else if (SgemmSkinny.handles(m, n, k, a, b)) {
      SgemmSkinny.multiply(m, n, k, rawA, rawB, rawC, parallel);
    } else {
      BLOCKS.multiply(m, n, k, rawA, rawB, rawC, parallel);
    }
    Reference.reachabilityFence(a.data());
    Reference.reachabilityFence(b.data());
    Reference.reachabilityFence(c.data());
  }

  private static void clear(int m, int n, Matrix c) {
    for (int i = 0; i < m; i++) {
      RawMemory.ALL.asSlice(c.index(i, 0) * Float.BYTES, (long) n * Float.BYTES).fill((byte) 0);
    }
  }
}
