/**
 * Kernels of neural networks that go row by row or image by image; the entry point is {@code
 * NnKernels}.
 */
@NullMarked
package dev.weir.kernels.vector.internal.nn;

import org.jspecify.annotations.NullMarked;
