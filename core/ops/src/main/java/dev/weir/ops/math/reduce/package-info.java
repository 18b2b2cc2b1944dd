/** Ops of {@code ops.math}: reductions along axes, running totals, and counting. */
@NullMarked
package dev.weir.ops.math.reduce;

import org.jspecify.annotations.NullMarked;
