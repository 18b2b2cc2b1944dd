package dev.weir.kernels.vector.internal.linalg;

import org.jspecify.annotations.Nullable;

/**
 * {@code A = L L*} for Hermitian positive definite matrices, as rows of the upper triangle L*:
 * blocks of rows are factored, and then subtracted from all that follow.
 */
final class CholeskyRows {
  private static final int BLOCK = 32;

  private CholeskyRows() {}

  /** The upper factor, from the lower triangle alone; null if the matrix is not positive. */
  static @Nullable HeapMatrix upper(HeapMatrix matrix, RowTasks tasks) {
    int n = matrix.rows;
    HeapMatrix u = matrix.adjoint().upper();
    // factors of rows: conjugates of columns of U, a row for each row of U
    HeapMatrix below = u.zerosLike(n, n);
    for (int block = 0; block < n; block += BLOCK) {
      int first = block;
      int end = Math.min(n, block + BLOCK);
      for (int i = first; i < end; i++) {
        u.addRows(i, -1, below, i, first, i, u, i, n);
        double square = u.re[i][i];
        if (square <= 0) {
          return null;
        }
        double pivot = Math.sqrt(square);
        u.divideRow(i, pivot, 0, i, n);
        u.re[i][i] = pivot;
        clearImaginary(u, i);
        copyColumn(u, i, below, i + 1, end);
      }
      if (end == n) {
        break;
      }
      tasks.run(
          n - end,
          (long) BLOCK * (n - end),
          (from, to) -> {
            for (int i = end + from; i < end + to; i++) {
              for (int p = first; p < end; p++) {
                below.re[i][p] = u.re[p][i];
                if (below.im != null && u.im != null) {
                  below.im[i][p] = -u.im[p][i];
                }
              }
            }
            subtract(u, below, end + from, end + to, first, end);
          });
    }
    return u.upper(); // blocks reach below the diagonal
  }

  /** Subtracts a block of rows from some after it, of which only the upper triangle counts. */
  private static void subtract(
      HeapMatrix u, HeapMatrix below, int from, int to, int first, int end) {
    for (int i = from; i < to; i += BLOCK) {
      u.addProduct(i, Math.min(to, i + BLOCK), -1, below, first, end, u, i, u.columns);
    }
  }

  private static void clearImaginary(HeapMatrix u, int i) {
    if (u.im != null) {
      u.im[i][i] = 0;
    }
  }

  /** What rows of a block need of one above them. */
  private static void copyColumn(HeapMatrix u, int p, HeapMatrix below, int from, int to) {
    for (int i = from; i < to; i++) {
      below.re[i][p] = u.re[p][i];
      if (below.im != null && u.im != null) {
        below.im[i][p] = -u.im[p][i];
      }
    }
  }
}
