/** Casts, fills and transpositions; the entry point is {@code DataKernels}. */
@NullMarked
package dev.weir.kernels.vector.internal.data;

import org.jspecify.annotations.NullMarked;
