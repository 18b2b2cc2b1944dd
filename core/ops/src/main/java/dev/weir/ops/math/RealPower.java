package dev.weir.ops.math;

/** Powers of real numbers by the rules of IEEE 754, where Java's own differ. */
final class RealPower {
  private RealPower() {}

  /** {@code xʸ}; 1 if x is 1 whatever y is, and 1 if x is -1 and y infinite. */
  static double of(double x, double y) {
    if (x == 1 || (x == -1 && Double.isInfinite(y))) {
      return 1;
    }
    return Math.pow(x, y);
  }
}
