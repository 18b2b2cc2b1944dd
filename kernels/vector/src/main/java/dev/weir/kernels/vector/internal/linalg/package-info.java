/**
 * Linear algebra beyond products: solvers, factors, eigenvalues; the entry point is {@code
 * LinalgKernels}.
 *
 * <p>Everything is computed in double precision, on heap arrays for which C2 makes vectors of plain
 * loops; large matrices are factored in blocks, with the products of {@code gemm} between them.
 */
@NullMarked
package dev.weir.kernels.vector.internal.linalg;

import org.jspecify.annotations.NullMarked;
