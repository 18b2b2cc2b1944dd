package dev.weir.ops.linalg;

import org.jspecify.annotations.Nullable;

/** {@code A = L L*} for Hermitian positive definite matrices. */
final class CholeskyFactor {
  private CholeskyFactor() {}

  /** The lower factor, from the lower triangle alone; null if the matrix is not positive. */
  static @Nullable Matrix of(Matrix matrix) {
    Matrix lower = Matrix.zeros(matrix.rows, matrix.rows);
    for (int j = 0; j < matrix.rows; j++) {
      double square = matrix.at(j, j).re();
      for (int k = 0; k < j; k++) {
        Complex x = lower.at(j, k);
        square -= x.re() * x.re() + x.im() * x.im();
      }
      if (square <= 0) {
        return null;
      }
      double pivot = Math.sqrt(square);
      lower.set(j, j, pivot, 0);
      for (int i = j + 1; i < matrix.rows; i++) {
        Complex sum = matrix.at(i, j);
        for (int k = 0; k < j; k++) {
          sum = sum.minus(lower.at(i, k).times(lower.at(j, k).conjugate()));
        }
        lower.set(i, j, sum.re() / pivot, sum.im() / pivot);
      }
    }
    return lower;
  }

  /** X with {@code L L* X = B}; B is overwritten. */
  static Matrix solve(Matrix lower, Matrix right) {
    return Triangular.solveUpper(lower.adjoint(), Triangular.solveLower(lower, right));
  }
}
