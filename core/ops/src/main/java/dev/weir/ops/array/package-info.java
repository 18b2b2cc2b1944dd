/** Ops: shapes, slices, gathers, scatters and rearrangements. */
@NullMarked
package dev.weir.ops.array;

import org.jspecify.annotations.NullMarked;
