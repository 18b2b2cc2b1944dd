package dev.weir.ops.linalg;

import dev.weir.graph.Attributes;

/**
 * The lower triangular L with {@code A = L L*} for each Hermitian positive definite matrix A, of
 * which only the lower triangle is read. Others give NaN.
 */
final class Cholesky extends SquareOp {
  Cholesky() {
    super(
        "Cholesky(input: T) -> (output: T) T:type in [double, float, half, complex64,"
            + " complex128];");
  }

  @Override
  Matrix apply(Matrix matrix, Attributes attrs) {
    Matrix lower = CholeskyFactor.of(matrix);
    return lower == null ? Matrix.undefined(matrix.rows, matrix.rows).lower() : lower;
  }
}
