package dev.weir.ops.random;

/**
 * A number from the gamma distribution with scale 1, by the rejection method of Marsaglia and Tsang
 * (<i>A simple method for generating gamma variables</i>, 2000), all in double precision.
 */
final class Gamma {
  private Gamma() {}

  static double draw(double alpha, Philox generator) {
    UnitDoubles uniform = new UnitDoubles(generator);
    if (alpha == 1) { // exponential
      return -Math.log1p(-uniform.next());
    }
    NormalDoubles normal = new NormalDoubles(generator);
    double d = alpha + (alpha < 1 ? 2.0 / 3 : -1.0 / 3);
    double c = 1.0 / 3 / Math.sqrt(d);
    while (true) {
      double x = normal.next();
      double root = 1 + c * x;
      if (root <= 0) {
        continue;
      }
      double v = root * root * root;
      double u = uniform.next();
      // the first test spares most of the logarithms of the second
      if (u < 1 - 0.0331 * (x * x) * (x * x)
          || Math.log(u) < 0.5 * x * x + d * (1 - v + Math.log(v))) {
        return alpha < 1 ? d * v * Math.pow(uniform.next(), 1 / alpha) : d * v;
      }
      if (Double.isNaN(v)) {
        return Double.NaN; // alpha is NaN or below -2/3: no test would ever hold
      }
    }
  }
}
