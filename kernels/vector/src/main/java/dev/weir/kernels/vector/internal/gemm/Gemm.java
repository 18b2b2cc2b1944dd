package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.ref.Reference;

/**
 * The product of two matrices of one type of elements.
 *
 * @param <P> the panel: {@code float[]} or {@code double[]}
 */
final class Gemm<P> {
  private final int bytes;
  private final SkinnyGemm<P> skinny;
  private final BlockedGemm<P> blocked;

  private Gemm(GemmElement<?, P> element) {
    this.bytes = element.bytes();
    PackLoop<P> packing = PackLoop.of(element);
    this.skinny = new SkinnyGemm<>(element, packing);
    this.blocked = new BlockedGemm<>(element, packing);
  }

  private static final class Floats {
    static final Gemm<float[]> GEMM = new Gemm<>(new FloatGemmElement());
  }

  private static final class Doubles {
    static final Gemm<double[]> GEMM = new Gemm<>(new DoubleGemmElement());
  }

  /** The product of floats. */
  static Gemm<?> ofFloats() {
    return Floats.GEMM;
  }

  /** The product of doubles. */
  static Gemm<?> ofDoubles() {
    return Doubles.GEMM;
  }

  /**
   * Overwrites {@code c[m, n]} with {@code a[m, k] b[k, n]}.
   *
   * <p>C must not overlap A or B and is not transposed.
   */
  void multiply(int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, GemmTasks parallel) {
    GemmMatrix rawA = a.raw(m, k, bytes);
    GemmMatrix rawB = b.raw(k, n, bytes);
    GemmMatrix rawC = c.raw(m, n, bytes);
    if (k == 0) {
      clear(m, n, rawC);
    } else if (skinny.handles(m, n, k, a, b)) {
      skinny.multiply(m, n, k, rawA, rawB, rawC, parallel);
    } else {
      blocked.multiply(m, n, k, rawA, rawB, rawC, parallel);
    }
    Reference.reachabilityFence(a.data());
    Reference.reachabilityFence(b.data());
    Reference.reachabilityFence(c.data());
  }

  private void clear(int m, int n, GemmMatrix c) {
    for (int i = 0; i < m; i++) {
      RawMemory.ALL.asSlice(c.index(i, 0) * bytes, (long) n * bytes).fill((byte) 0);
    }
  }
}
