/**
 * Kernels for images in other sizes, whole or in parts, and their gradients. Rows of pixels are
 * arrays of numbers, so that every element type has the loops of one.
 */
@NullMarked
package dev.weir.kernels.vector.internal.image;

import org.jspecify.annotations.NullMarked;
