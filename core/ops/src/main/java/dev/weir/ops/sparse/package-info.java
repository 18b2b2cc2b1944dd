/**
 * Ops of {@code ops.sparse}: sparse tensors, given as indices, values and shape, and reductions of
 * rows picked by index; and its facade.
 */
@NullMarked
package dev.weir.ops.sparse;

import org.jspecify.annotations.NullMarked;
