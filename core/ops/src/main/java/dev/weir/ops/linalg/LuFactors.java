package dev.weir.ops.linalg;

/**
 * {@code P A = L U} with the rows exchanged so that every pivot is the largest of its column. L
 * (without its diagonal of ones) and U share one matrix.
 */
final class LuFactors {
  final Matrix factors;

  /** Row i of {@code P A} is this row of A. */
  final int[] order;

  private int exchanges;

  private LuFactors(Matrix factors) {
    this.factors = factors;
    this.order = new int[factors.rows];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
  }

  static LuFactors of(Matrix square) {
    LuFactors result = new LuFactors(square.copy());
    for (int k = 0; k < square.rows; k++) {
      result.eliminate(k);
    }
    return result;
  }

  private void eliminate(int k) {
    int pivot = k;
    for (int i = k + 1; i < factors.rows; i++) {
      if (factors.at(i, k).abs() > factors.at(pivot, k).abs()) {
        pivot = i;
      }
    }
    if (factors.at(pivot, k).isZero()) {
      return;
    }
    if (pivot != k) {
      factors.swapRows(pivot, k);
      int kept = order[pivot];
      order[pivot] = order[k];
      order[k] = kept;
      exchanges++;
    }
    for (int i = k + 1; i < factors.rows; i++) {
      Complex multiple = factors.at(i, k).over(factors.at(k, k));
      factors.set(i, k, multiple);
      factors.addRow(i, factors, k, multiple.negated(), k + 1);
    }
  }

  /** Whether some pivot is exactly 0. */
  boolean isSingular() {
    for (int i = 0; i < factors.rows; i++) {
      if (factors.at(i, i).isZero()) {
        return true;
      }
    }
    return false;
  }

  /** The determinant of the permutation. */
  int sign() {
    return exchanges % 2 == 0 ? 1 : -1;
  }

  /** X with {@code A X = B}. */
  Matrix solve(Matrix right) {
    Matrix x = Matrix.zeros(right.rows, right.columns);
    for (int i = 0; i < order.length; i++) {
      x.addRow(i, right, order[i], Complex.ONE, 0);
    }
    for (int i = 0; i < order.length; i++) {
      for (int k = 0; k < i; k++) {
        x.addRow(i, x, k, factors.at(i, k).negated(), 0);
      }
    }
    return Triangular.solveUpper(factors, x);
  }
}
