/**
 * Convolutions and their gradients, where no library has them: products of patches, and loops over
 * channels for depthwise filters.
 */
@NullMarked
package dev.weir.kernels.vector.internal.convolution;

import org.jspecify.annotations.NullMarked;
