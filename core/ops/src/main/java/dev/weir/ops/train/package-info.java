/**
 * Ops: the steps of optimizers on variables. An optimizer is one {@link
 * dev.weir.ops.train.UpdateRule}, which knows nothing of references, handles or rows; its ops are
 * that rule with a signature.
 */
@NullMarked
package dev.weir.ops.train;

import org.jspecify.annotations.NullMarked;
