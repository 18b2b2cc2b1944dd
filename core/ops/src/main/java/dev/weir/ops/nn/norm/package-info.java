/** Ops of {@code ops.nn}: normalization of batches and of neighboring channels. */
@NullMarked
package dev.weir.ops.nn.norm;

import org.jspecify.annotations.NullMarked;
