package dev.weir.kernels.vector.internal.linalg;

/**
 * {@code P A = L U} with rows exchanged so that every pivot is the largest of its column. L
 * (without its diagonal of ones) and U share one matrix.
 *
 * <p>Some columns at a time are factored as arrays of their own, where pivots are neighbors; then
 * they are subtracted from the rows on their right.
 */
final class LuRows {
  private static final int BLOCK = 32;

  /** Rows up to which columns are eliminated one by one, in place. */
  private static final int SMALL = 24;

  final HeapMatrix factors;

  /** Row i of {@code P A} is this row of A. */
  final int[] order;

  private int exchanges;
  private boolean isSingular;

  private LuRows(HeapMatrix factors) {
    this.factors = factors;
    this.order = new int[factors.rows];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
  }

  /** The factors of a square matrix, which is overwritten. */
  static LuRows of(HeapMatrix square, RowTasks tasks) {
    LuRows lu = new LuRows(square);
    if (square.rows <= SMALL) {
      for (int k = 0; k < square.rows && !lu.isSingular; k++) {
        lu.eliminateOne(k);
      }
      return lu;
    }
    for (int first = 0; first < square.rows && !lu.isSingular; first += BLOCK) {
      lu.eliminate(first, Math.min(square.rows, first + BLOCK), tasks);
    }
    return lu;
  }

  /** Whether some pivot is exactly 0; the factors are then incomplete. */
  boolean isSingular() {
    return isSingular;
  }

  /** The determinant of the permutation. */
  int sign() {
    return exchanges % 2 == 0 ? 1 : -1;
  }

  private void eliminateOne(int k) {
    int n = factors.rows;
    int pivot = k;
    double largest = size(k, k);
    for (int i = k + 1; i < n; i++) {
      double size = size(i, k);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    isSingular = largest == 0;
    if (isSingular) {
      return;
    }
    if (pivot != k) {
      exchange(k, pivot);
    }
    double[] top = factors.re[k];
    for (int i = k + 1; i < n; i++) {
      factors.divideRow(i, top[k], factors.imaginary(k, k), k, k + 1);
      factors.addRows(i, -1, factors, i, k, k + 1, factors, k + 1, n);
    }
  }

  private double size(int i, int j) {
    double re = factors.re[i][j];
    double im = factors.imaginary(i, j);
    return im == 0 ? Math.abs(re) : Math.hypot(re, im);
  }

  private void eliminate(int first, int end, RowTasks tasks) {
    int n = factors.rows;
    HeapMatrix panel = panel(first, end);
    int[] pivots = new int[end - first];
    HeapMatrix solved = panel.zerosLike(1, end - first);
    for (int c = 0; c < end - first; c++) {
      for (int p = 0; p < c; p++) {
        swap(panel, c, p, pivots[p]);
      }
      subtractBefore(panel, c, solved);
      pivots[c] = pivot(panel, c);
      if (isSingular) {
        return;
      }
      for (int p = 0; p <= c; p++) {
        swap(panel, p, c, pivots[c]);
      }
      divide(panel, c);
    }
    for (int c = 0; c < pivots.length; c++) {
      if (pivots[c] != c) {
        exchange(first + c, first + pivots[c]);
      }
    }
    writeBack(panel, first);
    for (int i = first + 1; i < end; i++) {
      factors.addRows(i, -1, factors, i, first, i, factors, end, n);
    }
    tasks.run(
        n - end,
        (long) (end - first) * (n - end),
        (from, to) ->
            factors.addProduct(end + from, end + to, -1, factors, first, end, factors, end, n));
  }

  /** Columns of the rows that are left, as rows. */
  private HeapMatrix panel(int first, int end) {
    HeapMatrix panel = factors.zerosLike(end - first, factors.rows - first);
    for (int i = first; i < factors.rows; i++) {
      for (int c = first; c < end; c++) {
        panel.re[c - first][i - first] = factors.re[i][c];
        if (panel.im != null && factors.im != null) {
          panel.im[c - first][i - first] = factors.im[i][c];
        }
      }
    }
    return panel;
  }

  private void writeBack(HeapMatrix panel, int first) {
    for (int i = 0; i < panel.columns; i++) {
      for (int c = 0; c < panel.rows; c++) {
        factors.re[first + i][first + c] = panel.re[c][i];
        if (panel.im != null && factors.im != null) {
          factors.im[first + i][first + c] = panel.im[c][i];
        }
      }
    }
  }

  private static void swap(HeapMatrix panel, int column, int i, int j) {
    if (i == j) {
      return;
    }
    swap(panel.re[column], i, j);
    if (panel.im != null) {
      swap(panel.im[column], i, j);
    }
  }

  private static void swap(double[] numbers, int i, int j) {
    double number = numbers[i];
    numbers[i] = numbers[j];
    numbers[j] = number;
  }

  /** Eliminates a column with those before it: first its upper part, then all below at once. */
  private static void subtractBefore(HeapMatrix panel, int c, HeapMatrix solved) {
    for (int p = 0; p < c; p++) {
      solved.re[0][p] = panel.re[c][p];
      if (solved.im != null && panel.im != null) {
        solved.im[0][p] = panel.im[c][p];
      }
      panel.addRows(c, -1, solved, 0, p, p + 1, panel, p + 1, c);
    }
    panel.addRows(c, -1, solved, 0, 0, c, panel, c, panel.columns);
  }

  private int pivot(HeapMatrix panel, int c) {
    int pivot = c;
    double largest = size(panel, c, c);
    for (int i = c + 1; i < panel.columns; i++) {
      double size = size(panel, c, i);
      if (size > largest) {
        largest = size;
        pivot = i;
      }
    }
    isSingular = largest == 0;
    return pivot;
  }

  private static double size(HeapMatrix panel, int c, int i) {
    double re = panel.re[c][i];
    double im = panel.imaginary(c, i);
    return im == 0 ? Math.abs(re) : Math.hypot(re, im);
  }

  private static void divide(HeapMatrix panel, int c) {
    panel.divideRow(c, panel.re[c][c], panel.imaginary(c, c), c + 1, panel.columns);
  }

  private void exchange(int i, int j) {
    factors.swapRows(i, j);
    int kept = order[i];
    order[i] = order[j];
    order[j] = kept;
    exchanges++;
  }

  /** X with {@code A X = B}, in new rows. */
  HeapMatrix solve(HeapMatrix right, RowTasks tasks) {
    HeapMatrix x = right.zerosLike(right.rows, right.columns);
    for (int i = 0; i < order.length; i++) {
      System.arraycopy(right.re[order[i]], 0, x.re[i], 0, x.columns);
      if (x.im != null && right.im != null) {
        System.arraycopy(right.im[order[i]], 0, x.im[i], 0, x.columns);
      }
    }
    TriangleSolver.solve(factors, x, true, true, tasks);
    TriangleSolver.solve(factors, x, false, false, tasks);
    return x;
  }
}
