/** Kernels that make one element of all in a window, and the gradients of such. */
@NullMarked
package dev.weir.kernels.vector.internal.pool;

import org.jspecify.annotations.NullMarked;
