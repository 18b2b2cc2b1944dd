/** Ops of {@code ops.math}: reductions of segments, that is of rows with equal ids. */
@NullMarked
package dev.weir.ops.math.segment;

import org.jspecify.annotations.NullMarked;
