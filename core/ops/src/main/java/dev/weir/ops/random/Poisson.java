package dev.weir.ops.random;

/**
 * A number from the Poisson distribution: for small rates by multiplying uniform numbers (Knuth),
 * for others by transformed rejection (Hörmann, <i>The transformed rejection method for generating
 * Poisson random variables</i>, 1993), all in double precision.
 */
final class Poisson {
  private static final double SMALL_RATE = 10;

  /** About nine of ten tries succeed, unless the rate is beyond what the result can be. */
  private static final int MOST_TRIES = 1000;

  private static final double[] STIRLING = {1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680};

  private Poisson() {}

  /** Draws again until the number is at most {@code highest}. */
  static double draw(double rate, Philox generator, double highest) {
    if (Double.isNaN(rate) || rate == Double.POSITIVE_INFINITY) {
      return rate;
    }
    UnitDoubles uniform = new UnitDoubles(generator);
    return rate < SMALL_RATE ? multiplied(rate, uniform) : rejected(rate, uniform, highest);
  }

  private static double multiplied(double rate, UnitDoubles uniform) {
    double limit = Math.exp(-rate);
    double product = 1;
    for (double count = 0; ; count++) {
      product *= uniform.next();
      if (product <= limit) {
        return count;
      }
    }
  }

  private static double rejected(double rate, UnitDoubles uniform, double highest) {
    double logRate = Math.log(rate);
    double b = 0.931 + 2.53 * Math.sqrt(rate);
    double a = -0.059 + 0.02483 * b;
    double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      double u = uniform.next() - 0.5;
      double v = uniform.next();
      double shifted = 0.5 - Math.abs(u);
      double k = Math.floor((2 * a / shifted + b) * u + rate + 0.43);
      if (k > highest) {
        continue;
      }
      if (shifted >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) {
        return k;
      }
      if (k < 0 || (shifted < 0.013 && v > shifted)) {
        continue;
      }
      double s = Math.log(v * inverseAlpha / (a / (shifted * shifted) + b));
      if (s <= -rate + k * logRate - logFactorial(k)) {
        return k;
      }
    }
    return Math.min(Math.floor(rate), highest); // numbers near the rate are too large for the type
  }

  /** {@code ln k!}, by a sum for small numbers and Stirling's series for others. */
  static double logFactorial(double k) {
    if (k < 20) {
      double product = 1;
      for (int i = 2; i <= k; i++) {
        product *= i;
      }
      return Math.log(product);
    }
    double n = k + 1;
    double series = 0;
    for (int i = STIRLING.length - 1; i >= 0; i--) {
      series = series / (n * n) + STIRLING[i];
    }
    return (n - 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series / n;
  }
}
