package dev.weir.ops.support.special;

/** The regularized incomplete gamma functions, and how they change with their parameter. */
public final class IncompleteGamma {
  private static final double EPSILON = 0x1p-55;

  /** From here on the distribution is so nearly normal that sums would take too long. */
  private static final double LARGE = 1e8;

  private IncompleteGamma() {}

  /**
   * {@code P(a, x) = ∫ t^(a-1) e^-t dt / Γ(a)} from 0 to x; NaN for a not positive or x below 0.
   */
  public static double lower(double a, double x) {
    if (x == 0) {
      return 0;
    }
    if (!isDefined(a, x)) {
      return Double.NaN;
    }
    if (Double.isInfinite(a)) {
      return 0;
    }
    if (Double.isInfinite(x)) {
      return 1;
    }
    if (a > LARGE) {
      return ofLarge(a, x, -1);
    }
    return x < a + 1 ? density(a, x) / a * series(a, x) : 1 - density(a, x) * fraction(a, x);
  }

  /** {@code Q(a, x) = 1 - P(a, x)}, also where that is tiny. */
  public static double upper(double a, double x) {
    if (!isDefined(a, x)) {
      return Double.NaN;
    }
    if (Double.isInfinite(x)) {
      return 0;
    }
    if (x == 0 || Double.isInfinite(a)) {
      return 1;
    }
    if (a > LARGE) {
      return ofLarge(a, x, 1);
    }
    if (a < 1 && x < 1) {
      return upperOfSmall(a, x);
    }
    return x < a + 1 ? 1 - density(a, x) / a * series(a, x) : density(a, x) * fraction(a, x);
  }

  private static boolean isDefined(double a, double x) {
    return a > 0 && x >= 0;
  }

  /** Temme's uniform expansion of the upper function (side 1) or the lower one (side -1). */
  private static double ofLarge(double a, double x, int side) {
    double distance = (x - a) / a;
    double eta = Math.copySign(Math.sqrt(2 * excess(distance)), distance);
    double first = -1.0 / 3 + eta * (1.0 / 12 + eta * (-2.0 / 135 + eta / 864));
    double second = -1.0 / 540 - eta / 288;
    double correction =
        Math.exp(-a * eta * eta / 2) / Math.sqrt(2 * Math.PI * a) * (first + second / a);
    return ErrorFunction.erfc(side * eta * Math.sqrt(a / 2)) / 2 + side * correction;
  }

  /** {@code x^a e^-x / Γ(a)}; for large a without the difference of large numbers. */
  static double density(double a, double x) {
    double distance = (x - a) / a;
    if (a < 10 || (a < 100 && Math.abs(distance) > 0.3)) {
      return Math.pow(x, a) * Math.exp(-x) / GammaFunction.gamma(a);
    }
    double exponent = -a * excess(distance) - GammaFunction.stirling(a);
    return Math.sqrt(a / (2 * Math.PI)) * Math.exp(exponent);
  }

  /** {@code m - ln(1 + m)}, precise also near 0. */
  static double excess(double m) {
    if (Math.abs(m) > 0.3) {
      return m - Math.log1p(m);
    }
    double sum = 0;
    double power = m * m;
    for (int k = 2; Math.abs(power) > EPSILON * k * Math.abs(sum); k++) {
      sum += power / k;
      power *= -m;
    }
    return sum;
  }

  /** {@code Σ x^n / (a + 1)…(a + n)}: grows while x exceeds the denominator, then falls. */
  private static double series(double a, double x) {
    double sum = 1;
    double term = 1;
    for (double n = a + 1; term > EPSILON * sum; n++) {
      term *= x / n;
      sum += term;
    }
    return sum;
  }

  /** {@code 1/(x + 1 - a - 1(1 - a)/(x + 3 - a - …))}, by Lentz's method. */
  private static double fraction(double a, double x) {
    double b = x + 1 - a;
    double c = b;
    double d = 0;
    double value = b;
    double change = 0;
    for (int n = 1; Math.abs(change - 1) > EPSILON && n < 100_000; n++) {
      double numerator = n * (a - n);
      b += 2;
      c = b + numerator / c;
      d = 1 / (b + numerator * d);
      change = c * d;
      value *= change;
    }
    return 1 / value;
  }

  /** For a below 1, where P is near 1: {@code P = x^a/Γ(a + 1) (1 + a Σ (-x)^n / (a + n) n!)}. */
  private static double upperOfSmall(double a, double x) {
    double sum = 0;
    double power = 1;
    for (int n = 1; Math.abs(power) > EPSILON; n++) {
      power *= -x / n;
      sum += power / (a + n);
    }
    double exponent = a * Math.log(x) - GammaFunction.logGamma1p(a);
    return -Math.expm1(exponent) - a * Math.exp(exponent) * sum;
  }

  /** {@code ∂P/∂a}. */
  public static double lowerGradient(double a, double x) {
    if (x == 0) {
      return 0;
    }
    if (!isDefined(a, x)) {
      return Double.NaN;
    }
    if (Double.isInfinite(a) || Double.isInfinite(x)) {
      return 0;
    }
    return density(a, x) * relativeGradient(a, x);
  }

  /**
   * How a gamma-distributed sample x changes with the parameter a of its distribution, if the
   * randomness behind it stays the same: {@code -∂P/∂a / ∂P/∂x}. It is 0 for samples that do not
   * occur: those whose density is below the inverse of the largest number of the type.
   *
   * @param largest the largest number of the type
   */
  public static double sampleGradient(double a, double x, double largest) {
    if (x == 0) {
      return 0;
    }
    if (!isDefined(a, x)) {
      return Double.NaN;
    }
    double logDensity = a * Math.log(x) - x - GammaFunction.logGamma(a);
    boolean occurs = logDensity >= -Math.log(largest);
    return occurs ? -x * relativeGradient(a, x) : 0;
  }

  /** {@code ∂P/∂a} in proportion to the density. */
  private static double relativeGradient(double a, double x) {
    if (a > LARGE) {
      // x = a + z √a + (z² - 1)/3 + … with a normally distributed z
      double root = Math.sqrt(a);
      double w = (x - a) / root;
      double z = w - (w * w - 1) / (3 * root);
      return -(1 + z / (2 * root)) / x;
    }
    return x < a + 1 ? seriesGradient(a, x) : -fractionGradient(a, x);
  }

  private static double seriesGradient(double a, double x) {
    double sum = 1;
    double term = 1;
    double harmonic = 0;
    double gradient = 0;
    for (double n = a + 1; term * Math.max(harmonic, 1) > EPSILON * sum; n++) {
      term *= x / n;
      harmonic += 1 / n;
      sum += term;
      gradient -= term * harmonic;
    }
    double slope = Math.log(x) - GammaFunction.digamma(a + 1);
    return (sum * slope + gradient) / a;
  }

  /** The fraction and its logarithm's derivative together. */
  private static double fractionGradient(double a, double x) {
    double b = x + 1 - a;
    double c = b;
    double cSlope = -1;
    double d = 0;
    double dSlope = 0;
    double value = b;
    double slope = -1 / b;
    double change = 0;
    double slopeChange = 1;
    for (int n = 1;
        (Math.abs(change - 1) > EPSILON || Math.abs(slopeChange) > EPSILON * Math.abs(slope))
            && n < 100_000;
        n++) {
      double numerator = n * (a - n);
      b += 2;
      cSlope = -1 + n / c - numerator * cSlope / (c * c);
      c = b + numerator / c;
      dSlope = -1 + n * d + numerator * dSlope;
      d = 1 / (b + numerator * d);
      dSlope *= -d * d;
      change = c * d;
      value *= change;
      slopeChange = cSlope / c + dSlope / d;
      slope += slopeChange;
    }
    double outer = Math.log(x) - GammaFunction.digamma(a);
    return (outer - slope) / value;
  }
}
