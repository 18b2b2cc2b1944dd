package dev.weir.ops.support.special;

/** Sums of Chebyshev polynomials. */
final class Chebyshev {
  private Chebyshev() {}

  /** {@code Σ cₖ Tₖ(t)} for t between -1 and 1, by Clenshaw's recurrence. */
  static double sum(double[] c, double t) {
    double last = 0;
    double beforeLast = 0;
    for (int k = c.length - 1; k > 0; k--) {
      double next = 2 * t * last - beforeLast + c[k];
      beforeLast = last;
      last = next;
    }
    return t * last - beforeLast + c[0];
  }
}
