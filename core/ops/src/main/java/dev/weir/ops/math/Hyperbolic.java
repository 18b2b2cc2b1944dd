package dev.weir.ops.math;

/** Inverse hyperbolic functions of real numbers, precise also where they are near 0. */
final class Hyperbolic {
  private static final double LN_2 = Math.log(2);

  /** From here on 1 does not count beside the square. */
  private static final double LARGE = 0x1p28;

  private Hyperbolic() {}

  static double asinh(double x) {
    double size = Math.abs(x);
    if (size > LARGE) {
      return Math.copySign(Math.log(size) + LN_2, x);
    }
    double square = size * size;
    return Math.copySign(Math.log1p(size + square / (1 + Math.sqrt(square + 1))), x);
  }

  static double acosh(double x) {
    if (x < 1) {
      return Double.NaN; // the sum below may lose its digits to a large negative x
    }
    if (x > LARGE) {
      return Math.log(x) + LN_2;
    }
    double above = x - 1;
    return Math.log1p(above + Math.sqrt(above * (x + 1)));
  }

  static double atanh(double x) {
    double size = Math.abs(x);
    return Math.copySign(0.5 * Math.log1p(2 * size / (1 - size)), x);
  }
}
