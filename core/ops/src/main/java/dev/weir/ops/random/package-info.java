/** Ops: random numbers, the same as TensorFlow's for the same seeds. */
@NullMarked
package dev.weir.ops.random;

import org.jspecify.annotations.NullMarked;
