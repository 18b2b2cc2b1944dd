package dev.weir.ops.linalg;

import java.util.stream.IntStream;

/** Eigenvalues and eigenvectors of a Hermitian matrix by rotations, the smallest value first. */
final class JacobiEigen {
  private static final int MAX_SWEEPS = 100;

  final double[] values;

  /** The eigenvectors, as columns. */
  final Matrix vectors;

  private JacobiEigen(double[] values, Matrix vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /** Of the matrix whose lower triangle this is; the rest is not read. */
  static JacobiEigen of(Matrix matrix) {
    Matrix a = hermitian(matrix);
    Matrix v = Matrix.identity(a.rows);
    double limit = 0x1p-58 * a.norm1();
    for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
      if (!sweep(a, v, limit)) {
        break;
      }
    }
    int[] order =
        IntStream.range(0, a.rows)
            .boxed()
            .sorted((i, j) -> Double.compare(a.at(i, i).re(), a.at(j, j).re()))
            .mapToInt(i -> i)
            .toArray();
    double[] values = new double[order.length];
    for (int i = 0; i < order.length; i++) {
      values[i] = a.at(order[i], order[i]).re();
    }
    return new JacobiEigen(values, v.withColumns(order));
  }

  private static Matrix hermitian(Matrix lower) {
    Matrix a = lower.copy();
    for (int i = 0; i < a.rows; i++) {
      a.set(i, i, a.at(i, i).re(), 0);
      for (int j = 0; j < i; j++) {
        a.set(j, i, a.at(i, j).conjugate());
      }
    }
    return a;
  }

  /** Makes every element off the diagonal that counts 0 once; whether there was any. */
  private static boolean sweep(Matrix a, Matrix v, double limit) {
    boolean isRotated = false;
    for (int p = 0; p < a.rows; p++) {
      for (int q = p + 1; q < a.rows; q++) {
        Complex off = a.at(p, q);
        if (off.abs() <= limit) {
          continue;
        }
        isRotated = true;
        JacobiRotation rotation = JacobiRotation.of(a.at(p, p).re(), a.at(q, q).re(), off);
        rotation.applyToColumns(a, p, q);
        rotation.applyToRows(a, p, q);
        a.set(p, q, Complex.ZERO);
        a.set(q, p, Complex.ZERO);
        a.set(p, p, a.at(p, p).re(), 0);
        a.set(q, q, a.at(q, q).re(), 0);
        rotation.applyToColumns(v, p, q);
      }
    }
    return isRotated;
  }
}
