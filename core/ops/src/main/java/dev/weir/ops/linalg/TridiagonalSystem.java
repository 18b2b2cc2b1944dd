package dev.weir.ops.linalg;

/** Elimination in a matrix with three diagonals; U then has up to two above its own. */
final class TridiagonalSystem {
  private final int size;
  private final Matrix diagonals;
  private final Matrix x;
  private final boolean pivots;
  private final Complex[] main;
  private final Complex[] above;
  private final Complex[] second;

  /** A system whose right-hand side becomes its solution. */
  TridiagonalSystem(Matrix diagonals, Matrix right, boolean pivots) {
    this.size = diagonals.columns;
    this.diagonals = diagonals;
    this.x = right;
    this.pivots = pivots;
    this.main = new Complex[size];
    this.above = new Complex[size];
    this.second = new Complex[size];
    for (int i = 0; i < size; i++) {
      main[i] = diagonals.at(1, i);
      above[i] = i < size - 1 ? diagonals.at(0, i) : Complex.ZERO;
      second[i] = Complex.ZERO;
    }
  }

  /** Whether there is a solution. */
  boolean solve() {
    for (int i = 0; i < size - 1; i++) {
      if (main[i].isZero() && !(pivots && !diagonals.at(2, i + 1).isZero())) {
        return false;
      }
      eliminate(i);
    }
    if (size > 0 && main[size - 1].isZero()) {
      return false;
    }
    substitute(0, 0);
    return true;
  }

  /**
   * Solves it even if it is singular: to pivots that are smaller than {@code least} a little is
   * added, {@code epsilon} of the largest element of U.
   */
  boolean solvePerturbed(double epsilon, double least) {
    for (int i = 0; i < size - 1; i++) {
      if (!main[i].isZero() || !diagonals.at(2, i + 1).isZero()) {
        eliminate(i);
      }
    }
    double largest = 0;
    for (int i = 0; i < size; i++) {
      largest = Math.max(largest, Math.max(main[i].abs(), above[i].abs()));
      largest = Math.max(largest, second[i].abs());
    }
    substitute(Math.max(epsilon * largest, least), least);
    return true;
  }

  private void eliminate(int i) {
    Complex below = diagonals.at(2, i + 1);
    if (pivots && main[i].abs() < below.abs()) {
      Complex factor = main[i].over(below);
      main[i] = below;
      Complex next = above[i].minus(factor.times(main[i + 1]));
      above[i] = main[i + 1];
      second[i] = above[i + 1];
      main[i + 1] = next;
      above[i + 1] = factor.times(above[i + 1]).negated();
      x.swapRows(i, i + 1);
      x.addRow(i + 1, x, i, factor.negated(), 0);
    } else {
      Complex factor = below.over(main[i]);
      main[i + 1] = main[i + 1].minus(factor.times(above[i]));
      x.addRow(i + 1, x, i, factor.negated(), 0);
    }
  }

  private void substitute(double perturbation, double least) {
    for (int i = size - 1; i >= 0; i--) {
      if (i + 1 < size) {
        x.addRow(i, x, i + 1, above[i].negated(), 0);
      }
      if (i + 2 < size) {
        x.addRow(i, x, i + 2, second[i].negated(), 0);
      }
      boolean isTiny = main[i].abs() < least;
      x.divideRow(i, isTiny ? main[i].plus(new Complex(perturbation, 0)) : main[i]);
    }
  }
}
