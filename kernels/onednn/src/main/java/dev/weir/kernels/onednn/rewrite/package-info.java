/**
 * Passes that make graphs fit oneDNN: what follows a product becomes part of it, and images keep
 * the order of elements that its convolutions like from node to node. Nothing native is in here.
 */
@NullMarked
package dev.weir.kernels.onednn.rewrite;

import org.jspecify.annotations.NullMarked;
