package dev.weir.kernels.vector;

import java.lang.ref.Reference;

/** The product of two double matrices. */
final class Dgemm {
  private static final DgemmBlocks BLOCKS = new DgemmBlocks();

  private Dgemm() {}

  /**
   * Overwrites {@code c[m, n]} with {@code a[m, k] b[k, n]}.
   *
   * <p>C must not overlap A or B and is not transposed.
   */
  static void multiply(int m, int n, int k, Matrix a, Matrix b, Matrix c, Tasks parallel) {
    Matrix rawA = a.raw(m, k, Double.BYTES);
    Matrix rawB = b.raw(k, n, Double.BYTES);
    Matrix rawC = c.raw(m, n, Double.BYTES);
    if (k == 0) {
      clear(m, n, rawC);
    } else if (DgemmSkinny.handles(m, n, k, a, b)) {
      DgemmSkinny.multiply(m, n, k, rawA, rawB, rawC, parallel);
    } else {
      BLOCKS.multiply(m, n, k, rawA, rawB, rawC, parallel);
    }
    Reference.reachabilityFence(a.data());
    Reference.reachabilityFence(b.data());
    Reference.reachabilityFence(c.data());
  }

  private static void clear(int m, int n, Matrix c) {
    for (int i = 0; i < m; i++) {
      RawMemory.ALL.asSlice(c.index(i, 0) * Double.BYTES, (long) n * Double.BYTES).fill((byte) 0);
    }
  }
}
