package dev.weir.kernels.vector.internal.linalg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@code A = U S V*}: the singular values of a matrix, the largest first, and its vectors. */
final class SingularValues {
  /** How much taller than wide a matrix must be for its QR factors to be made first. */
  private static final double TALL = 1.6;

  final double[] values;

  /** The left vectors, as columns. */
  final @Nullable HeapMatrix left;

  /** The right vectors, as columns. */
  final @Nullable HeapMatrix right;

  private SingularValues(double[] values, @Nullable HeapMatrix left, @Nullable HeapMatrix right) {
    this.values = values;
    this.left = left;
    this.right = right;
  }

  /**
   * Of a matrix, which is overwritten; all NaN if some element is not finite.
   *
   * @param isFull whether both matrices of vectors are square
   */
  static SingularValues of(HeapMatrix a, boolean hasVectors, boolean isFull, RowTasks tasks) {
    int count = Math.min(a.rows, a.columns);
    if (!a.isFinite()) {
      double[] values = new double[count];
      Arrays.fill(values, Double.NaN);
      return new SingularValues(
          values,
          a.zerosLike(a.rows, isFull ? a.rows : count).fill(Double.NaN),
          a.zerosLike(a.columns, isFull ? a.columns : count).fill(Double.NaN));
    }
    if (a.rows < a.columns) {
      SingularValues other = of(a.adjoint(), hasVectors, isFull, tasks);
      return new SingularValues(other.values, other.right, other.left);
    }
    if (a.rows <= TALL * a.columns || a.rows < 16) {
      return ofSquare(a, a.rows, hasVectors, isFull ? a.rows : count, tasks);
    }
    int rows = a.rows;
    QrRows qr = QrRows.of(a, tasks);
    SingularValues inner = ofSquare(qr.r(count), count, hasVectors, count, tasks);
    if (inner.left == null) {
      return inner;
    }
    HeapMatrix left = a.zerosLike(rows, isFull ? rows : count);
    for (int i = 0; i < left.columns; i++) {
      left.re[i][i] = 1;
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(inner.left.re[i], 0, left.re[i], 0, count);
      if (left.im != null && inner.left.im != null) {
        System.arraycopy(inner.left.im[i], 0, left.im[i], 0, count);
      }
    }
    qr.multiply(left, tasks);
    return new SingularValues(inner.values, left, inner.right);
  }

  /** Of a matrix with about as many rows as columns, and not fewer. */
  private static SingularValues ofSquare(
      HeapMatrix a, int rows, boolean hasVectors, int leftCount, RowTasks tasks) {
    int n = a.columns;
    Bidiagonalization form = new Bidiagonalization(a);
    double[][] left = rotations(hasVectors ? n : 0);
    double[][] right = rotations(hasVectors ? n : 0);
    BidiagonalSvd.of(form.diagonal, form.above, left, right);
    int[] order = TridiagonalEigen.order(form.diagonal, true);
    double[] values = new double[n];
    for (int k = 0; k < n; k++) {
      values[k] = form.diagonal[order[k]];
    }
    if (!hasVectors) {
      return new SingularValues(values, null, null);
    }
    HeapMatrix u = columns(a, left, order, rows, leftCount);
    HeapMatrix v = columns(a, right, order, n, n);
    form.multiplyLeft(u, tasks);
    form.multiplyRight(v, tasks);
    return new SingularValues(values, u, v);
  }

  private static double[][] rotations(int size) {
    double[][] identity = new double[size][size];
    for (int i = 0; i < size; i++) {
      identity[i][i] = 1;
    }
    return identity;
  }

  /** Rows in an order as columns, and unit vectors after them. */
  private static HeapMatrix columns(
      HeapMatrix like, double[][] rotated, int[] order, int rows, int count) {
    HeapMatrix columns = like.zerosLike(rows, count);
    for (int k = 0; k < count; k++) {
      if (k >= order.length) {
        columns.re[k][k] = 1;
        continue;
      }
      for (int i = 0; i < order.length; i++) {
        columns.re[i][k] = rotated[order[k]][i];
      }
    }
    return columns;
  }
}
