/** Ops: matrix products, factorizations and solvers. */
@NullMarked
package dev.weir.ops.linalg;

import org.jspecify.annotations.NullMarked;
