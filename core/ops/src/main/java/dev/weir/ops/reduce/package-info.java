/** Ops: sums and other reductions, segments, counting and ranking. */
@NullMarked
package dev.weir.ops.reduce;

import org.jspecify.annotations.NullMarked;
