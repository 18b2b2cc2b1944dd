/** Ops: normalization of batches and of neighboring channels. */
@NullMarked
package dev.weir.ops.norm;

import org.jspecify.annotations.NullMarked;
