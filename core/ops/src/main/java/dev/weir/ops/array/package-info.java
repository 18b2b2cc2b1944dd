/** Ops of {@code ops.array}: shapes, slices, joins and rearrangements; and its facade. */
@NullMarked
package dev.weir.ops.array;

import org.jspecify.annotations.NullMarked;
