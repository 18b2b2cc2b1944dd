package dev.weir.ops.math;

/** What several activation functions and their gradients share. */
final class Activations {
  /** λ of the scaled exponential linear unit. */
  static final double SELU_SCALE = 1.0507009873554805;

  /** λα of the scaled exponential linear unit. */
  static final double SELU_SCALE_ALPHA = 1.7580993408473768;

  private Activations() {}

  /** {@code 1 / (1 + e⁻ˣ)}. */
  static double sigmoid(double x) {
    if (x >= 0) {
      return 1 / (1 + Math.exp(-x));
    }
    double power = Math.exp(x);
    return power / (1 + power);
  }

  /** {@code max(x, 0)}; NaN stays NaN. */
  static double relu(double x) {
    return Math.max(x, 0);
  }
}
