package dev.weir.ops.linalg;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;

/**
 * The lower triangular L with {@code A = L L*} for each Hermitian positive definite matrix A, of
 * which only the lower triangle is read. Others are refused.
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
    if (lower == null) {
      throw WeirException.invalidArgument(
          "Cholesky decomposition was not successful. The input might not be valid:"
              + " a matrix is not positive definite");
    }
    return lower;
  }
}
