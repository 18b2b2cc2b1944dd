/**
 * Elementwise kernels; the entry point is {@code ElementwiseKernels}. Loops are templates, copied
 * once for each operation and element type.
 */
@NullMarked
package dev.weir.kernels.vector.internal.elementwise;

import org.jspecify.annotations.NullMarked;
