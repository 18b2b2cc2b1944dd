/**
 * Matrix products; the entry point is {@code GemmKernels}.
 *
 * <p>{@code Gemm} chooses between {@code BlockedGemm} and {@code SkinnyGemm}. Their inner loops are
 * templates in terms of {@code GemmElement}, copied once for floats and once for doubles.
 */
@NullMarked
package dev.weir.kernels.vector.internal.gemm;

import org.jspecify.annotations.NullMarked;
