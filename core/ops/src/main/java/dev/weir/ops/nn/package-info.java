/** Ops of {@code ops.nn}: activations, softmax, losses, biases and ranking; and its facade. */
@NullMarked
package dev.weir.ops.nn;

import org.jspecify.annotations.NullMarked;
