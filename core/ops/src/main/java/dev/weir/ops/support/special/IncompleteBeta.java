package dev.weir.ops.support.special;

/** The regularized incomplete beta function. */
public final class IncompleteBeta {
  private static final double EPSILON = 0x1p-55;

  private IncompleteBeta() {}

  /**
   * {@code I(a, b; x) = ∫ t^(a-1) (1 - t)^(b-1) dt / B(a, b)} from 0 to x; NaN unless a and b are
   * positive and x is between 0 and 1. At both ends a and b do not matter, and may be NaN.
   */
  public static double of(double a, double b, double x) {
    if (a <= 0 || b <= 0 || !(x >= 0 && x <= 1)) {
      return Double.NaN;
    }
    if (x == 0 || x == 1) {
      return x;
    }
    return x < (a + 1) / (a + b + 2)
        ? density(a, b, x) / a * fraction(a, b, x)
        : 1 - density(a, b, x) / b * fraction(b, a, 1 - x);
  }

  /** {@code x^a (1 - x)^b / B(a, b)}; for large a and b without differences of large numbers. */
  private static double density(double a, double b, double x) {
    double total = a + b;
    double distance = b * x - a * (1 - x);
    double least = Math.min(a, b);
    if (total < 100 && (least < 10 || Math.abs(distance) > 0.3 * least)) {
      double lost = Math.min(a, b) - (total - Math.max(a, b)); // by rounding the sum
      double powers = Math.pow(x, a) * Math.exp(b * Math.log1p(-x)) * (1 + lost * Math.log(total));
      return powers
          * (GammaFunction.gamma(total) / GammaFunction.gamma(a))
          / GammaFunction.gamma(b);
    }
    if (least < 10) {
      double logBeta = GammaFunction.logGamma(least) + logGammaRatio(Math.max(a, b), least);
      return Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);
    }
    double exponent =
        -a * IncompleteGamma.excess(distance / a) - b * IncompleteGamma.excess(-distance / b);
    double correction =
        GammaFunction.stirling(total) - GammaFunction.stirling(a) - GammaFunction.stirling(b);
    return Math.sqrt(a / (2 * Math.PI) * (b / total)) * Math.exp(exponent + correction);
  }

  /** {@code ln Γ(x) - ln Γ(x + y)} for x of at least 10. */
  private static double logGammaRatio(double x, double y) {
    double correction = GammaFunction.stirling(x) - GammaFunction.stirling(x + y);
    return y - (x - 0.5) * Math.log1p(y / x) - y * Math.log(x + y) + correction;
  }

  /** The continued fraction of the integral, two steps at a time, by Lentz's method. */
  private static double fraction(double a, double b, double x) {
    double c = 1;
    double d = 1 / nonZero(1 - (a + b) * x / (a + 1));
    double value = d;
    double change = 0;
    for (int m = 1; Math.abs(change - 1) > EPSILON && m < 100_000; m++) {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / nonZero(1 + even * d);
      c = nonZero(1 + even / c);
      value *= c * d;
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / nonZero(1 + odd * d);
      c = nonZero(1 + odd / c);
      change = c * d;
      value *= change;
    }
    return value;
  }

  private static double nonZero(double x) {
    return x == 0 ? Double.MIN_NORMAL : x;
  }
}
