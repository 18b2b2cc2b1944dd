/** Ops of {@code ops.math}: comparison, logic and bits, element by element. */
@NullMarked
package dev.weir.ops.math.logic;

import org.jspecify.annotations.NullMarked;
