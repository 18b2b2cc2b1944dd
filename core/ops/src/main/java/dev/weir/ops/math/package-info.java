/** Ops: arithmetic, comparison, logic and functions, element by element. */
@NullMarked
package dev.weir.ops.math;

import org.jspecify.annotations.NullMarked;
