package dev.weir.ops.support;

import dev.weir.ops.support.special.ErrorFunction;

/**
 * The Gaussian error linear unit, {@code x Φ(x)} with the distribution function of the normal
 * distribution; <a href="https://arxiv.org/abs/1606.08415">Hendrycks and Gimpel 2016</a>.
 */
final class Gelu {
  private static final double CUBE = 0.044715;

  private Gelu() {}

  /** {@code x/2 (1 + erf(x/√2))}. */
  static double exact(double x) {
    return x / 2 * (1 + ErrorFunction.erf(x / Math.sqrt(2)));
  }

  /** {@code x/2 (1 + tanh(√(2/π) (x + 0.044715 x³)))}. */
  static double approximate(double x) {
    return x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + CUBE * x * x * x)));
  }
}
