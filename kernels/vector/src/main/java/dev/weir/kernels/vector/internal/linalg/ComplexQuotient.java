package dev.weir.kernels.vector.internal.linalg;

/** Quotients of complex numbers, scaled so that nothing overflows on the way. */
final class ComplexQuotient {
  private ComplexQuotient() {}

  /** The real part of {@code (a + i b) / (c + i d)}. */
  static double re(double a, double b, double c, double d) {
    if (Math.abs(c) >= Math.abs(d)) {
      double ratio = c == 0 ? 0 : d / c;
      return (a + b * ratio) / (c + d * ratio);
    }
    double ratio = c / d;
    return (a * ratio + b) / (c * ratio + d);
  }

  /** The imaginary part of {@code (a + i b) / (c + i d)}. */
  static double im(double a, double b, double c, double d) {
    if (Math.abs(c) >= Math.abs(d)) {
      double ratio = c == 0 ? 0 : d / c;
      return (b - a * ratio) / (c + d * ratio);
    }
    double ratio = c / d;
    return (b * ratio - a) / (c * ratio + d);
  }
}
