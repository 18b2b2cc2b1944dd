/**
 * Kernels of ops that order, count or look up elements: the greatest of a row, places in sorted
 * rows, bins, different elements, positions.
 *
 * <p>Loops are over single elements, as {@link dev.weir.kernels.vector.internal.support.ScalarType}
 * reads them, in a copy for each type.
 */
@NullMarked
package dev.weir.kernels.vector.internal.rank;

import org.jspecify.annotations.NullMarked;
