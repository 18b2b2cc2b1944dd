package dev.weir.kernels.vector.internal.gemm;

import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * The product of two matrices of one type of elements.
 *
 * @param <P> the panel, an array of the type
 */
final class Gemm<P> {
  private final int bytes;
  private final @Nullable SkinnyGemm<P> skinny;
  private final BlockedGemm<P> blocked;

  private Gemm(GemmElement<?, P> element) {
    this.bytes = element.bytes();
    PackLoop<P> packing = PackLoop.of(element);
    this.skinny = element instanceof WholeGemmElement ? null : new SkinnyGemm<>(element, packing);
    this.blocked = new BlockedGemm<>(element, packing);
  }

  private static final class Floats {
    static final Gemm<float[]> GEMM = new Gemm<>(new FloatGemmElement());
  }

  private static final class Doubles {
    static final Gemm<double[]> GEMM = new Gemm<>(new DoubleGemmElement());
  }

  private static final class Ints {
    static final Gemm<int[]> GEMM = new Gemm<>(new IntGemmElement());
  }

  private static final class Longs {
    static final Gemm<long[]> GEMM = new Gemm<>(new LongGemmElement());
  }

  /** The product of a type of {@link WideNumbers} that is not complex. */
  static Gemm<?> of(DType dtype) {
    return switch (dtype) {
      case FLOAT32 -> Floats.GEMM;
      case FLOAT64 -> Doubles.GEMM;
      case INT32 -> Ints.GEMM;
      case INT64 -> Longs.GEMM;
      default -> throw new IllegalArgumentException("no products of " + dtype);
    };
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
    } else if (skinny != null && skinny.handles(m, n, k, a, b)) {
      skinny.multiply(m, n, k, rawA, rawB, rawC, parallel);
    } else {
      blocked.multiply(m, n, k, rawA, rawB, rawC, false, parallel);
    }
    Reference.reachabilityFence(a.data());
    Reference.reachabilityFence(b.data());
    Reference.reachabilityFence(c.data());
  }

  /** Adds {@code a[m, k] b[k, n]} to {@code c[m, n]}, with the conditions of a product. */
  void multiplyAdd(
      int m, int n, int k, GemmMatrix a, GemmMatrix b, GemmMatrix c, GemmTasks parallel) {
    if (m == 0 || n == 0 || k == 0) {
      return;
    }
    blocked.multiply(
        m, n, k, a.raw(m, k, bytes), b.raw(k, n, bytes), c.raw(m, n, bytes), true, parallel);
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
