package dev.weir.ops.math;

import dev.weir.ops.math.special.IncompleteGamma;

/**
 * {@code z = ∫ t^(a-1) e^-t dt / Γ(a)} from 0 to x: the lower regularised incomplete gamma
 * function, broadcasting; NaN for a not positive or x negative.
 */
final class Igamma extends BinaryOp {
  Igamma() {
    super("Igamma(a: T, x: T) -> (z: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double a, double x) {
    return IncompleteGamma.lower(a, x);
  }
}
