package dev.weir.ops.nn;

/** Constants and functions that several activations and their gradients share. */
final class Activations {
  /** λ of the scaled exponential linear unit. */
  static final double SELU_SCALE = 1.0507009873554805;

  /** λα of the scaled exponential linear unit. */
  static final double SELU_SCALE_ALPHA = 1.7580993408473768;

  private Activations() {}

  /** {@code max(x, 0)}; NaN stays NaN. */
  static double relu(double x) {
    return Math.max(x, 0);
  }
}
