package dev.weir.ops.support.special;

/** The Hurwitz zeta function and the polygamma functions that are multiples of it. */
public final class HurwitzZeta {
  /** Terms that are added one by one before the rest is estimated. */
  private static final int TERMS = 12;

  /** {@code B₂ₖ / (2k)!}. */
  private static final double[] BERNOULLI = {
    1.0 / 12,
    -1.0 / 720,
    1.0 / 30240,
    -1.0 / 1209600,
    1.0 / 47900160,
    -691.0 / 1307674368000.0,
    1.0 / 74724249600.0,
    -3617.0 / 10670622842880000.0,
    43867.0 / 5109094217170944000.0,
    -174611.0 / 802857662698291200000.0
  };

  private HurwitzZeta() {}

  /**
   * {@code Σ (q + k)^-s} over k from 0; NaN for s below 1 and for negative q to a power that is not
   * whole. Has a pole for s = 1, and where q is 0 or a negative whole number: there it is ∞ if s is
   * even or ∞, and NaN if it is not.
   */
  public static double zeta(double s, double q) {
    if (s == 1) {
      return Double.POSITIVE_INFINITY;
    }
    if (Double.isNaN(q) || !(s > 1)) {
      return Double.NaN;
    }
    if (q <= 0 && q == Math.floor(q)) {
      return s % 2 == 0 || Double.isInfinite(s) ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    if (Double.isInfinite(s)) {
      return q == 1 ? 1 : q > 1 ? 0 : Double.POSITIVE_INFINITY;
    }
    if (q > 0) {
      return Double.isInfinite(q) ? 0 : sum(s, q);
    }
    return s == Math.floor(s) ? ofNegative(s, q) : Double.NaN;
  }

  /** The terms of negative base are those of a positive q with an end, and perhaps their sign. */
  private static double ofNegative(double s, double q) {
    double beyond = q - Math.floor(q);
    double negative = sum(s, 1 - beyond) - sum(s, 1 - q);
    return sum(s, beyond) + (s % 2 == 0 ? negative : -negative);
  }

  /** For positive q: Euler and Maclaurin's formula, once the terms have become smooth. */
  private static double sum(double s, double q) {
    double sum = 0;
    double base = q;
    double needed = TERMS + s / 2;
    while (base < needed) {
      double term = Math.pow(base, -s);
      sum += term;
      if (term <= 0x1p-60 * sum) {
        return sum;
      }
      base += 1;
    }
    double power = Math.pow(base, -s);
    double rest = power * (base / (s - 1) + 0.5);
    double factor = s * power / base;
    for (int k = 0; k < BERNOULLI.length; k++) {
      rest += BERNOULLI[k] * factor;
      factor *= (s + 2 * k + 1) * (s + 2 * k + 2) / (base * base);
    }
    return sum + rest;
  }

  /** The derivative of order n of the digamma function; NaN unless n is a whole number from 0. */
  public static double polygamma(double n, double x) {
    if (n < 0 || n != Math.floor(n)) {
      return Double.NaN;
    }
    if (n == 0) {
      return GammaFunction.digamma(x);
    }
    double sign = n % 2 == 0 ? -1 : 1;
    return sign * factorial(n) * zeta(n + 1, x);
  }

  private static double factorial(double n) {
    double product = 1;
    for (int k = 2; k <= n && Double.isFinite(product); k++) {
      product *= k;
    }
    return product;
  }
}
