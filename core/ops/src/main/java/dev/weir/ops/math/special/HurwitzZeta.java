package dev.weir.ops.math.special;

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
   * {@code Σ (q + k)^-s} over k from 0: ∞ for s = 1 and for q that is 0 or a negative whole number,
   * NaN for s below 1 and for negative q to a power that is not whole.
   */
  public static double zeta(double s, double q) {
    if (Double.isNaN(s) || Double.isNaN(q) || s < 1) {
      return Double.NaN;
    }
    if (s == 1 || (q <= 0 && q == Math.floor(q))) {
      return q > 0 || s == 1 || !Double.isInfinite(q) ? Double.POSITIVE_INFINITY : Double.NaN;
    }
    if (q < 0 && s != Math.floor(s)) {
      return Double.NaN;
    }
    return sum(s, q);
  }

  /** Euler and Maclaurin's formula, once the terms have become smooth. */
  private static double sum(double s, double q) {
    double sum = 0;
    double base = q;
    double needed = TERMS + s / 4;
    while (base < needed) {
      double term = Math.pow(base, -s);
      sum += term;
      if (Math.abs(term) < 0x1p-60 * Math.abs(sum) && base > 0) {
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
