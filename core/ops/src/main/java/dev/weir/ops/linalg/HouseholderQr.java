package dev.weir.ops.linalg;

/**
 * {@code A = Q R} by reflections. Each makes a column a multiple of the unit vector whose factor is
 * real and has the sign opposite to the real part it had; a column that is real and already has
 * zeros below the diagonal is left alone. The signs of Q and R follow from that, and are those of
 * TensorFlow.
 */
final class HouseholderQr {
  private final Matrix r;
  private final Matrix q;

  private HouseholderQr(Matrix matrix) {
    r = matrix.copy();
    q = Matrix.identity(matrix.rows);
    for (int k = 0; k < Math.min(matrix.rows, matrix.columns); k++) {
      reflect(k);
    }
  }

  static HouseholderQr of(Matrix matrix) {
    return new HouseholderQr(matrix);
  }

  /** Q, all columns or as many as R has rows. */
  Matrix q(boolean isFull) {
    return isFull ? q : q.corner(q.rows, Math.min(r.rows, r.columns));
  }

  /** R, upper triangular, with all rows or only those that can be different from 0. */
  Matrix r(boolean isFull) {
    Matrix rows = isFull ? r : r.corner(Math.min(r.rows, r.columns), r.columns);
    return rows.upper();
  }

  private void reflect(int k) {
    Complex head = r.at(k, k);
    double tail = 0;
    for (int i = k + 1; i < r.rows; i++) {
      double size = r.at(i, k).abs();
      tail += size * size;
    }
    if (tail <= Double.MIN_NORMAL && head.im() * head.im() <= Double.MIN_NORMAL) {
      return;
    }
    double norm = Math.sqrt(head.re() * head.re() + head.im() * head.im() + tail);
    double beta = head.re() >= 0 ? -norm : norm;
    Complex[] v = new Complex[r.rows];
    Complex scale = head.minus(new Complex(beta, 0));
    v[k] = Complex.ONE;
    for (int i = k + 1; i < r.rows; i++) {
      v[i] = r.at(i, k).over(scale);
    }
    // H = I - tau v v*, H column = beta e
    Complex tau = new Complex(beta, 0).minus(head).times(1 / beta).conjugate();
    applyLeft(v, k, tau);
    applyRight(v, k, tau.conjugate());
    r.set(k, k, beta, 0);
    for (int i = k + 1; i < r.rows; i++) {
      r.set(i, k, Complex.ZERO);
    }
  }

  /** R becomes {@code (I - tau v v*) R}. */
  private void applyLeft(Complex[] v, int k, Complex tau) {
    for (int j = k; j < r.columns; j++) {
      Complex dot = Complex.ZERO;
      for (int i = k; i < r.rows; i++) {
        dot = dot.plus(v[i].conjugate().times(r.at(i, j)));
      }
      Complex factor = dot.times(tau);
      for (int i = k; i < r.rows; i++) {
        r.set(i, j, r.at(i, j).minus(v[i].times(factor)));
      }
    }
  }

  /** Q becomes {@code Q (I - tau v v*)}. */
  private void applyRight(Complex[] v, int k, Complex tau) {
    for (int i = 0; i < q.rows; i++) {
      Complex dot = Complex.ZERO;
      for (int j = k; j < q.columns; j++) {
        dot = dot.plus(q.at(i, j).times(v[j]));
      }
      Complex factor = dot.times(tau);
      for (int j = k; j < q.columns; j++) {
        q.set(i, j, q.at(i, j).minus(factor.times(v[j].conjugate())));
      }
    }
  }
}
