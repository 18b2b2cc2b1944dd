package dev.weir.kernels.onednn;

/**
 * Chooses between {@code dnnl_sgemm} and a matmul primitive for a product. A pure function of the
 * CPU and the shape: choosing by measurement would make results differ between runs.
 *
 * <p>What is known, from interleaved runs of both on one and two cores with AVX2:
 *
 * <ol>
 *   <li>Executing any primitive costs oneDNN half a microsecond, which {@code dnnl_sgemm} does not.
 *   <li>With AVX2 {@code dnnl_sgemm} is the faster otherwise too, by up to a third, for both ways
 *       of reading {@code a} and {@code b}.
 *   <li>Except where the rows of {@code b} are a multiple of 2 KiB apart: there {@code dnnl_sgemm}
 *       works on {@code b} in place as long as the result is small, its rows fall into the same few
 *       cache sets, and the primitive, which copies {@code b}, is 1.1 to 2.4 times as fast.
 *   <li>For other types, attributes and batches there is no {@code dnnl_sgemm}.
 * </ol>
 */
final class GemmPolicy {

  /** Products with fewer operations are dominated by the cost of the call. */
  static final double TINY_FLOPS = 1e5;

  /** {@code dnnl_cpu_isa_avx2}. */
  private static final int ISA_AVX2 = 0x7;

  private static final long ALIASING_COLUMNS = 512;
  private static final long LARGEST_ALIASING_COLUMNS = 2048;
  private static final long FEWEST_ALIASING_ROWS = 16;
  private static final long SMALLEST_ALIASING_DEPTH = 32;
  private static final long LARGEST_ALIASING_RESULT = 1 << 18;

  private GemmPolicy() {}

  /** Whether {@code dnnl_sgemm} is to compute the product; {@code isa} as oneDNN reports it. */
  static boolean prefersGemm(int isa, MatMulSpec spec) {
    if (spec.type() != DataType.F32 || spec.batch() != 1 || spec.epilogue() != null) {
      return false;
    }
    return spec.flops() < TINY_FLOPS || (isOnlyAvx2(isa) && !readsAliasedRows(spec));
  }

  private static boolean isOnlyAvx2(int isa) {
    return (isa & ISA_AVX2) == ISA_AVX2 && !InstructionSet.hasAvx512(isa);
  }

  private static boolean readsAliasedRows(MatMulSpec spec) {
    return !spec.transposeB()
        && spec.n() % ALIASING_COLUMNS == 0
        && spec.n() <= LARGEST_ALIASING_COLUMNS
        && spec.m() >= FEWEST_ALIASING_ROWS
        && spec.k() >= SMALLEST_ALIASING_DEPTH
        && spec.m() * spec.n() <= LARGEST_ALIASING_RESULT;
  }
}
