package dev.weir.ops.linalg;

/**
 * {@code A = Q T Q*} with Q unitary and T upper triangular, the eigenvalues on its diagonal: by the
 * shifted QR algorithm on the Hessenberg form, in complex numbers.
 */
final class Schur {
  private static final int MAX_STEPS_PER_VALUE = 300;
  private static final double NEGLIGIBLE = 0x1p-53;

  final Matrix triangle;
  final Matrix vectors;

  private Schur(Matrix triangle, Matrix vectors) {
    this.triangle = triangle;
    this.vectors = vectors;
  }

  static Schur of(Matrix matrix) {
    Matrix t = matrix.copy();
    Matrix q = Matrix.identity(matrix.rows);
    toHessenberg(t, q);
    int last = t.rows - 1;
    int steps = 0;
    while (last > 0 && steps < MAX_STEPS_PER_VALUE) {
      int first = last;
      while (first > 0 && !isNegligible(t, first)) {
        first--;
      }
      if (first == last) {
        t.set(last, last - 1, Complex.ZERO);
        last--;
        steps = 0;
      } else {
        step(t, q, first, last, ++steps);
      }
    }
    return new Schur(t.upper(), q);
  }

  /** {@code Q M Q*}. */
  Matrix restore(Matrix middle) {
    return vectors.times(middle).times(vectors.adjoint());
  }

  private static boolean isNegligible(Matrix t, int row) {
    double near = t.at(row, row).abs() + t.at(row - 1, row - 1).abs();
    double size = t.at(row, row - 1).abs();
    return size <= NEGLIGIBLE * (near == 0 ? t.norm1() : near);
  }

  /** Zeros below the first subdiagonal, by rotations of neighboring rows and columns. */
  private static void toHessenberg(Matrix t, Matrix q) {
    for (int column = 0; column < t.rows - 2; column++) {
      for (int row = t.rows - 1; row > column + 1; row--) {
        rotate(t, q, row - 1, row, t.at(row - 1, column), t.at(row, column));
        t.set(row, column, Complex.ZERO);
      }
    }
  }

  private static void step(Matrix t, Matrix q, int first, int last, int count) {
    Complex shift = count % 10 == 0 ? exceptionalShift(t, last) : shift(t, last);
    Complex x = t.at(first, first).minus(shift);
    Complex y = t.at(first + 1, first);
    for (int k = first; k < last; k++) {
      rotate(t, q, k, k + 1, x, y);
      if (k > first) {
        t.set(k + 1, k - 1, Complex.ZERO);
      }
      if (k + 2 <= last) {
        x = t.at(k + 1, k);
        y = t.at(k + 2, k);
      }
    }
  }

  private static Complex exceptionalShift(Matrix t, int last) {
    return t.at(last, last).plus(new Complex(t.at(last, last - 1).abs(), 0));
  }

  /** The eigenvalue of the last 2×2 block that is nearer to its last element. */
  private static Complex shift(Matrix t, int last) {
    Complex a = t.at(last - 1, last - 1);
    Complex d = t.at(last, last);
    Complex product = t.at(last - 1, last).times(t.at(last, last - 1));
    Complex half = a.minus(d).times(0.5);
    Complex root = half.times(half).plus(product).sqrt();
    Complex one = half.plus(root);
    Complex other = half.minus(root);
    // the roots of z² - 2 half z - product, as distances from d
    return d.plus(one.abs() < other.abs() ? one : other);
  }

  /** Rotates rows p and q so that {@code (x, y)} becomes {@code (r, 0)}, and columns with them. */
  private static void rotate(Matrix t, Matrix q, int p, int r, Complex x, Complex y) {
    double size = Math.hypot(x.abs(), y.abs());
    if (size == 0) {
      return;
    }
    Complex c = x.times(1 / size);
    Complex s = y.times(1 / size);
    for (int j = 0; j < t.columns; j++) {
      Complex a = t.at(p, j);
      Complex b = t.at(r, j);
      t.set(p, j, c.conjugate().times(a).plus(s.conjugate().times(b)));
      t.set(r, j, c.times(b).minus(s.times(a)));
    }
    rotateColumns(t, p, r, c, s);
    rotateColumns(q, p, r, c, s);
  }

  private static void rotateColumns(Matrix m, int p, int r, Complex c, Complex s) {
    for (int i = 0; i < m.rows; i++) {
      Complex a = m.at(i, p);
      Complex b = m.at(i, r);
      m.set(i, p, a.times(c).plus(b.times(s)));
      m.set(i, r, b.times(c.conjugate()).minus(a.times(s.conjugate())));
    }
  }
}
