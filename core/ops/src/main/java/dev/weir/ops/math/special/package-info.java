/** Ops of {@code ops.math}: special functions, element by element. */
@NullMarked
package dev.weir.ops.math.special;

import org.jspecify.annotations.NullMarked;
