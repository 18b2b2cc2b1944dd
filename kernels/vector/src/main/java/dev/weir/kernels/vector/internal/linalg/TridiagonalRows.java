package dev.weir.kernels.vector.internal.linalg;

import java.util.Arrays;

/**
 * Elimination in a matrix with three diagonals, whose U then has up to two above its own. The
 * right-hand side becomes the solution.
 */
final class TridiagonalRows {
  private final int size;
  private final HeapMatrix below;
  private final HeapMatrix x;
  private final boolean pivots;

  /** Rows: the main diagonal of U, the one above it and the one above that. */
  private final HeapMatrix u;

  /** Row 0 has the factor that a row is multiplied with. */
  private final HeapMatrix factor;

  TridiagonalRows(HeapMatrix diagonals, HeapMatrix right, boolean pivots) {
    this.size = diagonals.columns;
    this.below = diagonals;
    this.x = right;
    this.pivots = pivots;
    this.u = diagonals.zerosLike(3, size);
    this.factor = diagonals.zerosLike(1, Math.max(1, size));
    for (int i = 0; i < size; i++) {
      move(diagonals, 1, i, u, 0, i, 1);
      if (i < size - 1) {
        move(diagonals, 0, i, u, 1, i, 1);
      }
    }
  }

  private static void move(
      HeapMatrix from, int row, int i, HeapMatrix to, int toRow, int j, double sign) {
    to.re[toRow][j] = sign * from.re[row][i];
    if (to.im != null && from.im != null) {
      to.im[toRow][j] = sign * from.im[row][i];
    }
  }

  /** Solves the system; fills the result with NaN if it cannot. */
  void solve() {
    for (int i = 0; i < size - 1; i++) {
      if (isZero(u, 0, i) && !(pivots && !isZero(below, 2, i + 1))) {
        x.fill(Double.NaN);
        return;
      }
      eliminate(i);
    }
    if (size > 0 && isZero(u, 0, size - 1)) {
      x.fill(Double.NaN);
      return;
    }
    substitute(0, 0);
  }

  /**
   * Solves it even if it is singular: to pivots that are smaller than {@code least} a little is
   * added, {@code epsilon} of the largest element of U.
   */
  void solvePerturbed(double epsilon, double least) {
    for (int i = 0; i < size - 1; i++) {
      if (!isZero(u, 0, i) || !isZero(below, 2, i + 1)) {
        eliminate(i);
      }
    }
    double largest = 0;
    for (int i = 0; i < size; i++) {
      for (int row = 0; row < 3; row++) {
        largest = Math.max(largest, abs(u, row, i));
      }
    }
    substitute(Math.max(epsilon * largest, least), least);
  }

  private static boolean isZero(HeapMatrix matrix, int row, int i) {
    return matrix.re[row][i] == 0 && matrix.imaginary(row, i) == 0;
  }

  private static double abs(HeapMatrix matrix, int row, int i) {
    double im = matrix.imaginary(row, i);
    return im == 0 ? Math.abs(matrix.re[row][i]) : Math.hypot(matrix.re[row][i], im);
  }

  private void eliminate(int i) {
    if (pivots && abs(u, 0, i) < abs(below, 2, i + 1)) {
      divide(u, 0, i, below, 2, i + 1);
      move(below, 2, i + 1, u, 0, i, 1);
      // row i becomes the one below it, which becomes row i less a multiple of that
      double aboveRe = u.re[1][i];
      double aboveIm = u.imaginary(1, i);
      move(u, 0, i + 1, u, 1, i, 1);
      move(u, 1, i + 1, u, 2, i, 1);
      u.re[0][i + 1] = aboveRe;
      if (u.im != null) {
        u.im[0][i + 1] = aboveIm;
      }
      subtract(u, 0, i + 1, 1, i);
      Arrays.fill(u.re[1], i + 1, i + 2, 0);
      if (u.im != null) {
        u.im[1][i + 1] = 0;
      }
      subtract(u, 1, i + 1, 2, i);
      x.swapRows(i, i + 1);
    } else {
      divide(below, 2, i + 1, u, 0, i);
      subtract(u, 0, i + 1, 1, i);
    }
    addScaled(i + 1, i, factor.re[0][0], factor.imaginary(0, 0));
  }

  /** The factor by which one element is a multiple of another. */
  private void divide(HeapMatrix a, int row, int i, HeapMatrix b, int otherRow, int j) {
    double d = b.imaginary(otherRow, j);
    double re = a.re[row][i];
    double im = a.imaginary(row, i);
    if (factor.im == null || (im == 0 && d == 0)) {
      factor.re[0][0] = re / b.re[otherRow][j];
      if (factor.im != null) {
        factor.im[0][0] = 0;
      }
      return;
    }
    factor.re[0][0] = ComplexQuotient.re(re, im, b.re[otherRow][j], d);
    factor.im[0][0] = ComplexQuotient.im(re, im, b.re[otherRow][j], d);
  }

  /** Subtracts an element times the factor from another one. */
  private void subtract(HeapMatrix from, int row, int i, int otherRow, int j) {
    double f = factor.re[0][0];
    double a = from.re[otherRow][j];
    if (from.im == null || factor.im == null) {
      from.re[row][i] -= f * a;
      return;
    }
    double g = factor.im[0][0];
    double b = from.im[otherRow][j];
    from.re[row][i] -= f * a - g * b;
    from.im[row][i] -= f * b + g * a;
  }

  /** Subtracts a row of the right-hand side times a number from another one. */
  private void addScaled(int row, int other, double re, double im) {
    if (x.im == null) {
      RowLoops.add(x.re[row], x.re[other], -re, 0, x.columns);
    } else {
      RowLoops.addComplex(x.re[row], x.im[row], x.re[other], x.im[other], -re, -im, 0, x.columns);
    }
  }

  private void substitute(double perturbation, double least) {
    for (int i = size - 1; i >= 0; i--) {
      if (i + 1 < size) {
        addScaled(i, i + 1, u.re[1][i], u.imaginary(1, i));
      }
      if (i + 2 < size) {
        addScaled(i, i + 2, u.re[2][i], u.imaginary(2, i));
      }
      boolean isTiny = abs(u, 0, i) < least;
      double re = u.re[0][i] + (isTiny ? perturbation : 0);
      x.divideRow(i, re, u.imaginary(0, i), 0, x.columns);
    }
  }
}
