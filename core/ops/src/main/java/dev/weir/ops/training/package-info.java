/**
 * Ops: the steps of optimizers on variables. An optimizer is one {@link
 * dev.weir.ops.training.UpdateRule}, which knows nothing of references, handles or rows; its ops
 * are that rule with a signature.
 */
@NullMarked
package dev.weir.ops.training;

import org.jspecify.annotations.NullMarked;
