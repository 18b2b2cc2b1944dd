package dev.weir.kernels.vector.internal.linalg;

/** The exponential of a matrix by a quotient of polynomials. */
final class MatrixPowers {
  private static final double BOUND = 0.5;
  private static final int DEGREE = 8;

  private MatrixPowers() {}

  /**
   * {@code e^A}: of the matrix divided by a power of 2, squared as often. Even and odd powers are
   * added separately, since the denominator has the numerator's terms with other signs.
   */
  static HeapMatrix exponential(HeapMatrix matrix, RowTasks tasks) {
    int halvings = 0;
    double norm = matrix.norm1();
    while (norm > BOUND && Double.isFinite(norm)) {
      norm /= 2;
      halvings++;
    }
    HeapMatrix x = matrix.scale(Math.scalb(1.0, -halvings));
    HeapMatrix square = x.times(x, tasks);
    HeapMatrix even = x.identity(x.rows);
    HeapMatrix odd = x.identity(x.rows);
    HeapMatrix power = x.identity(x.rows);
    double coefficient = 1;
    for (int k = 1; k <= DEGREE; k++) {
      coefficient *= (DEGREE - k + 1.0) / (k * (2.0 * DEGREE - k + 1));
      if (k % 2 == 0) {
        power = power.times(square, tasks);
        even.add(power, coefficient);
      } else if (k == 1) {
        odd.scale(coefficient);
      } else {
        odd.add(power, coefficient);
      }
    }
    odd = odd.times(x, tasks);
    HeapMatrix numerator = even.copy().add(odd, 1);
    HeapMatrix denominator = even.add(odd, -1);
    HeapMatrix result = LuRows.of(denominator, tasks).solve(numerator, tasks);
    for (int i = 0; i < halvings; i++) {
      result = result.times(result, tasks);
    }
    return result;
  }
}
