/** Ops of {@code ops.io}: queues, and tensors as bytes; and its facade. */
@NullMarked
package dev.weir.ops.io;

import org.jspecify.annotations.NullMarked;
