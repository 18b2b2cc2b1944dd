/**
 * Passes that make graphs fit oneDNN: they fuse products with the ops that follow, and keep images
 * in the order of elements that convolutions prefer. They call no native code.
 */
@NullMarked
package dev.weir.kernels.onednn.rewrite;

import org.jspecify.annotations.NullMarked;
