package dev.weir.ops.linalg;

/** Functions of square matrices. */
final class MatrixFunctions {
  private static final double EXPONENTIAL_BOUND = 0.5;
  private static final double LOGARITHM_BOUND = 0.25;
  private static final int PADE_DEGREE = 8;
  private static final int MAX_ROOTS = 100;

  private MatrixFunctions() {}

  /** By a quotient of polynomials of the matrix divided by a power of 2, squared as often. */
  static Matrix exponential(Matrix matrix) {
    int halvings = 0;
    double norm = matrix.norm1();
    while (norm > EXPONENTIAL_BOUND && Double.isFinite(norm)) {
      norm /= 2;
      halvings++;
    }
    Matrix x = matrix.copy().scale(Math.scalb(1.0, -halvings));
    Matrix numerator = Matrix.identity(matrix.rows);
    Matrix denominator = Matrix.identity(matrix.rows);
    Matrix power = Matrix.identity(matrix.rows);
    double coefficient = 1;
    for (int k = 1; k <= PADE_DEGREE; k++) {
      coefficient *= (PADE_DEGREE - k + 1.0) / (k * (2.0 * PADE_DEGREE - k + 1));
      power = power.times(x);
      numerator.add(power, coefficient);
      denominator.add(power, k % 2 == 0 ? coefficient : -coefficient);
    }
    Matrix result = LuFactors.of(denominator).solve(numerator);
    for (int i = 0; i < halvings; i++) {
      result = result.times(result);
    }
    return result;
  }

  static Matrix squareRoot(Matrix matrix) {
    Schur schur = Schur.of(matrix);
    return schur.restore(rootOfTriangle(schur.triangle));
  }

  /** By taking roots until the matrix is near 1, where a short series is enough. */
  static Matrix logarithm(Matrix matrix) {
    Schur schur = Schur.of(matrix);
    Matrix identity = Matrix.identity(matrix.rows);
    Matrix triangle = schur.triangle;
    int roots = 0;
    while (triangle.copy().add(identity, -1).norm1() > LOGARITHM_BOUND && roots < MAX_ROOTS) {
      triangle = rootOfTriangle(triangle);
      roots++;
    }
    // ln T = 2 artanh Z with Z = (T - 1) (T + 1)^-1
    Matrix z =
        LuFactors.of(triangle.copy().add(identity, 1)).solve(triangle.copy().add(identity, -1));
    Matrix square = z.times(z);
    Matrix power = z;
    Matrix sum = z.copy();
    for (int k = 3; k < 40; k += 2) {
      power = power.times(square);
      sum.add(power, 1.0 / k);
    }
    return schur.restore(sum.scale(2 * Math.scalb(1.0, roots)));
  }

  /** The root of an upper triangular matrix, column by column. */
  private static Matrix rootOfTriangle(Matrix t) {
    Matrix root = Matrix.zeros(t.rows, t.rows);
    for (int j = 0; j < t.rows; j++) {
      root.set(j, j, t.at(j, j).sqrt());
      for (int i = j - 1; i >= 0; i--) {
        Complex rest = t.at(i, j);
        for (int k = i + 1; k < j; k++) {
          rest = rest.minus(root.at(i, k).times(root.at(k, j)));
        }
        Complex divisor = root.at(i, i).plus(root.at(j, j));
        root.set(i, j, rest.isZero() ? Complex.ZERO : rest.over(divisor));
      }
    }
    return root;
  }
}
