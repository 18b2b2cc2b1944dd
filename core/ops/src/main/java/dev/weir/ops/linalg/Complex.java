package dev.weir.ops.linalg;

/**
 * A complex number. A part that is 0 counts as absent: it does not make NaN of an infinity, so that
 * numbers without imaginary part behave like real ones.
 */
record Complex(double re, double im) {
  static final Complex ZERO = new Complex(0, 0);
  static final Complex ONE = new Complex(1, 0);

  Complex plus(Complex other) {
    return new Complex(re + other.re, im + other.im);
  }

  Complex minus(Complex other) {
    return new Complex(re - other.re, im - other.im);
  }

  Complex times(Complex other) {
    return new Complex(
        re * other.re - product(im, other.im), product(re, other.im) + product(im, other.re));
  }

  /** The product of two numbers, one of which may be absent. */
  static double product(double x, double y) {
    return x == 0 || y == 0 ? 0 : x * y;
  }

  Complex times(double factor) {
    return new Complex(re * factor, product(im, factor));
  }

  /** The quotient, scaled so that nothing overflows on the way; exact division for real numbers. */
  Complex over(Complex other) {
    if (im == 0 && other.im == 0) {
      return new Complex(re / other.re, 0);
    }
    if (Math.abs(other.re) >= Math.abs(other.im)) {
      double ratio = other.re == 0 ? 0 : other.im / other.re;
      double scale = other.re + other.im * ratio;
      return new Complex((re + im * ratio) / scale, (im - re * ratio) / scale);
    }
    double ratio = other.re / other.im;
    double scale = other.re * ratio + other.im;
    return new Complex((re * ratio + im) / scale, (im * ratio - re) / scale);
  }

  Complex conjugate() {
    return new Complex(re, -im);
  }

  Complex negated() {
    return new Complex(-re, -im);
  }

  double abs() {
    return im == 0 ? Math.abs(re) : Math.hypot(re, im);
  }

  boolean isZero() {
    return re == 0 && im == 0;
  }

  /** The root with a real part of at least 0. */
  Complex sqrt() {
    if (im == 0) {
      return re >= 0 ? new Complex(Math.sqrt(re), 0) : new Complex(0, Math.sqrt(-re));
    }
    double size = abs();
    double real = Math.sqrt((size + Math.abs(re)) / 2);
    double other = Math.abs(im) / (2 * real);
    return re >= 0
        ? new Complex(real, Math.copySign(other, im))
        : new Complex(other, Math.copySign(real, im));
  }
}
