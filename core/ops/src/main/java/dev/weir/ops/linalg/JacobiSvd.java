package dev.weir.ops.linalg;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * {@code A = U S V*} by rotating the columns of A until they are orthogonal: their lengths are the
 * singular values, the largest first.
 */
final class JacobiSvd {
  private static final int MAX_SWEEPS = 100;
  private static final double ORTHOGONAL = 0x1p-54;

  final double[] values;

  /** The left vectors, as many as there are values. */
  final Matrix left;

  /** The right vectors, as many as there are values. */
  final Matrix right;

  private JacobiSvd(double[] values, Matrix left, Matrix right) {
    this.values = values;
    this.left = left;
    this.right = right;
  }

  /** All NaN if some element is not finite. */
  static JacobiSvd of(Matrix matrix) {
    if (!matrix.isFinite()) {
      int count = Math.min(matrix.rows, matrix.columns);
      double[] values = new double[count];
      Arrays.fill(values, Double.NaN);
      return new JacobiSvd(
          values, Matrix.undefined(matrix.rows, count), Matrix.undefined(matrix.columns, count));
    }
    if (matrix.rows < matrix.columns) {
      JacobiSvd other = of(matrix.adjoint());
      return new JacobiSvd(other.values, other.right, other.left);
    }
    Matrix work = matrix.copy();
    Matrix right = Matrix.identity(matrix.columns);
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      if (!sweep(work, right)) {
        break;
      }
    }
    double[] lengths = new double[work.columns];
    for (int j = 0; j < lengths.length; j++) {
      lengths[j] = Math.sqrt(dot(work, j, j).re());
    }
    int[] order =
        IntStream.range(0, lengths.length)
            .boxed()
            .sorted((i, j) -> Double.compare(lengths[j], lengths[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] values = IntStream.of(order).mapToDouble(i -> lengths[i]).toArray();
    Matrix left = work.withColumns(order);
    return new JacobiSvd(values, normalized(left, values), right.withColumns(order));
  }

  private static boolean sweep(Matrix work, Matrix right) {
    boolean isRotated = false;
    for (int p = 0; p < work.columns; p++) {
      for (int q = p + 1; q < work.columns; q++) {
        double first = dot(work, p, p).re();
        double second = dot(work, q, q).re();
        Complex off = dot(work, p, q);
        if (off.abs() <= ORTHOGONAL * Math.sqrt(first) * Math.sqrt(second)
            || off.abs() <= Double.MIN_NORMAL) {
          continue;
        }
        isRotated = true;
        JacobiRotation rotation = JacobiRotation.of(first, second, off);
        rotation.applyToColumns(work, p, q);
        rotation.applyToColumns(right, p, q);
      }
    }
    return isRotated;
  }

  private static Complex dot(Matrix matrix, int p, int q) {
    double re = 0;
    double im = 0;
    for (int i = 0; i < matrix.rows; i++) {
      Complex term = matrix.at(i, p).conjugate().times(matrix.at(i, q));
      re += term.re();
      im += term.im();
    }
    return new Complex(re, im);
  }

  /** Columns of length 1; those of a value of 0 become any that are orthogonal to the others. */
  private static Matrix normalized(Matrix columns, double[] values) {
    int rank = 0;
    while (rank < values.length && values[rank] > Double.MIN_NORMAL) {
      for (int i = 0; i < columns.rows; i++) {
        columns.set(i, rank, columns.at(i, rank).times(1 / values[rank]));
      }
      rank++;
    }
    return withOrthonormalColumns(columns.corner(columns.rows, rank), values.length);
  }

  /** Orthonormal columns, and more of them until there are {@code count}. */
  static Matrix withOrthonormalColumns(Matrix columns, int count) {
    if (columns.columns == count) {
      return columns;
    }
    // the last columns of Q are orthogonal to all that were there
    Matrix q = HouseholderQr.of(columns).q(true);
    Matrix result = q.corner(q.rows, count);
    for (int i = 0; i < columns.rows; i++) {
      for (int j = 0; j < columns.columns; j++) {
        result.set(i, j, columns.at(i, j));
      }
    }
    return result;
  }
}
