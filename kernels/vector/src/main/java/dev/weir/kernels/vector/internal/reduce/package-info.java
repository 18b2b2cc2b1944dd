/**
 * Reductions, arg-min and arg-max, top-k and cumulative sums; the entry point is {@code
 * ReductionKernels}.
 */
@NullMarked
package dev.weir.kernels.vector.internal.reduce;

import org.jspecify.annotations.NullMarked;
