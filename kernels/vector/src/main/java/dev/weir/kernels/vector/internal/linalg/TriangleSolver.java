package dev.weir.kernels.vector.internal.linalg;

/** Solves triangular systems in place; only the triangle in question is read. */
final class TriangleSolver {
  /** Right-hand sides up to which inner products of rows are shorter than sums of rows. */
  private static final int FEW = 2;

  /** Rows that are solved one after the other; those before them are subtracted together. */
  private static final int BLOCK = 24;

  /** The fewest columns of a part. */
  private static final int MIN_COLUMNS = 64;

  private TriangleSolver() {}

  /**
   * X with {@code A X = B}; B is overwritten.
   *
   * @param isLower whether A is the lower triangle
   * @param hasUnitDiagonal whether the diagonal counts as ones
   */
  static void solve(
      HeapMatrix a, HeapMatrix b, boolean isLower, boolean hasUnitDiagonal, RowTasks tasks) {
    if (b.columns <= FEW && !a.isComplex()) {
      solveFew(a, b, isLower, hasUnitDiagonal);
      return;
    }
    int parts = Math.max(1, b.columns / MIN_COLUMNS);
    long work = (long) a.rows * a.rows / 2 * MIN_COLUMNS;
    tasks.run(
        parts,
        work,
        (first, last) -> {
          int from = first * MIN_COLUMNS;
          int to = last == parts ? b.columns : last * MIN_COLUMNS;
          solve(a, b, isLower, hasUnitDiagonal, from, to);
        });
  }

  private static void solve(
      HeapMatrix a, HeapMatrix b, boolean isLower, boolean hasUnitDiagonal, int from, int to) {
    int n = a.rows;
    for (int done = 0; done < n; done += BLOCK) {
      int count = Math.min(BLOCK, n - done);
      int first = isLower ? done : n - done - count;
      int end = first + count;
      b.addProduct(first, end, -1, a, isLower ? 0 : end, isLower ? first : n, b, from, to);
      for (int step = 0; step < count; step++) {
        int i = isLower ? first + step : end - 1 - step;
        b.addRows(i, -1, a, i, isLower ? first : i + 1, isLower ? i : end, b, from, to);
        if (!hasUnitDiagonal) {
          b.divideRow(i, a.re[i][i], a.imaginary(i, i), from, to);
        }
      }
    }
  }

  private static void solveFew(
      HeapMatrix a, HeapMatrix b, boolean isLower, boolean hasUnitDiagonal) {
    int n = a.rows;
    double[] x = new double[n];
    for (int column = 0; column < b.columns; column++) {
      for (int step = 0; step < n; step++) {
        int i = isLower ? step : n - 1 - step;
        double dot = RowLoops.dot(a.re[i], x, isLower ? 0 : i + 1, isLower ? i : n);
        double rest = b.re[i][column] - dot;
        x[i] = hasUnitDiagonal ? rest : rest / a.re[i][i];
      }
      for (int i = 0; i < n; i++) {
        b.re[i][column] = x[i];
      }
    }
  }
}
