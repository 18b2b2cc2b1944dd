/** Optimizers: what becomes of variables, given gradients. */
@NullMarked
package dev.weir.train.optimizer;

import org.jspecify.annotations.NullMarked;
