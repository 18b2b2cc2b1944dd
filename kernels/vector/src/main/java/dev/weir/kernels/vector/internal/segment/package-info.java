/**
 * Reductions of rows that an id, or an index into a table, puts together.
 *
 * <p>Ids and indices are checked before memory is touched; every row of a result is computed by one
 * thread, from its operands in order.
 */
@NullMarked
package dev.weir.kernels.vector.internal.segment;

import org.jspecify.annotations.NullMarked;
