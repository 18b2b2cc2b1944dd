package dev.weir.ops.linalg;

/** The rotation that makes a Hermitian 2×2 matrix diagonal. */
record JacobiRotation(double cos, double sin, Complex phase) {
  /** For diagonal elements {@code first} and {@code second} and {@code off} above the diagonal. */
  static JacobiRotation of(double first, double second, Complex off) {
    double size = off.abs();
    double ratio = (second - first) / (2 * size);
    double tan = Math.copySign(1, ratio) / (Math.abs(ratio) + Math.hypot(1, ratio));
    double cos = 1 / Math.hypot(1, tan);
    return new JacobiRotation(cos, tan * cos, off.times(1 / size));
  }

  /** Column p becomes {@code cos p - sin phase* q}, column q {@code sin p + cos phase* q}. */
  void applyToColumns(Matrix matrix, int p, int q) {
    for (int i = 0; i < matrix.rows; i++) {
      Complex x = matrix.at(i, p);
      Complex y = matrix.at(i, q).times(phase.conjugate());
      matrix.set(i, p, x.times(cos).minus(y.times(sin)));
      matrix.set(i, q, x.times(sin).plus(y.times(cos)));
    }
  }

  /** Rotates rows p and q by the adjoint of the rotation. */
  void applyToRows(Matrix matrix, int p, int q) {
    for (int j = 0; j < matrix.columns; j++) {
      Complex x = matrix.at(p, j);
      Complex y = matrix.at(q, j).times(phase);
      matrix.set(p, j, x.times(cos).minus(y.times(sin)));
      matrix.set(q, j, x.times(sin).plus(y.times(cos)));
    }
  }
}
