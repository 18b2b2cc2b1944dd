/** Ops: normalisation of batches and of neighbouring channels. */
@NullMarked
package dev.weir.ops.norm;

import org.jspecify.annotations.NullMarked;
