/** Kernels written with the Java Vector API, found by {@code ServiceLoader}. */
@NullMarked
package dev.weir.kernels.vector;

import org.jspecify.annotations.NullMarked;
