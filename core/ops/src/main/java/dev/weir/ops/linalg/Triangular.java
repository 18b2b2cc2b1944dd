package dev.weir.ops.linalg;

/** Solves triangular systems; only the triangle in question is read. */
final class Triangular {
  private Triangular() {}

  /** X with {@code L X = B}; B is overwritten. */
  static Matrix solveLower(Matrix lower, Matrix right) {
    for (int i = 0; i < right.rows; i++) {
      for (int k = 0; k < i; k++) {
        right.addRow(i, right, k, lower.at(i, k).negated(), 0);
      }
      right.divideRow(i, lower.at(i, i));
    }
    return right;
  }

  /** X with {@code U X = B}; B is overwritten. */
  static Matrix solveUpper(Matrix upper, Matrix right) {
    for (int i = right.rows - 1; i >= 0; i--) {
      for (int k = i + 1; k < right.rows; k++) {
        right.addRow(i, right, k, upper.at(i, k).negated(), 0);
      }
      right.divideRow(i, upper.at(i, i));
    }
    return right;
  }
}
