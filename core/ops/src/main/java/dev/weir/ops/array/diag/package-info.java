/** Ops of {@code ops.array}: diagonals of matrices. */
@NullMarked
package dev.weir.ops.array.diag;

import org.jspecify.annotations.NullMarked;
