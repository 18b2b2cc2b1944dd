package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.KernelContext;

/**
 * X with {@code A X = B}, or {@code A* X = B}, for triangular matrices A, of which only the
 * triangle is read. Zeros on the diagonal give infinities and NaN. Batch dimensions broadcast.
 */
final class MatrixTriangularSolve extends SolveOp {
  MatrixTriangularSolve() {
    super(
        "MatrixTriangularSolve(matrix: T, rhs: T) -> (output: T) lower:bool=true;"
            + " adjoint:bool=false; T:type in [bfloat16, double, float, half, complex64,"
            + " complex128];",
        true);
  }

  @Override
  long resultRows(ShapeContext context) {
    long size = Batches.square(context, 0);
    checkRows(context, size);
    return Math.max(size, Batches.rows(context, 1));
  }

  @Override
  Matrix solve(Matrix matrix, Matrix right, Attributes attrs, KernelContext context) {
    boolean adjoint = attrs.bool("adjoint");
    Matrix a = adjoint ? matrix.adjoint() : matrix;
    return attrs.bool("lower") != adjoint
        ? Triangular.solveLower(a, right)
        : Triangular.solveUpper(a, right);
  }
}
