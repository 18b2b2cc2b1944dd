package dev.weir.ops.math;

import dev.weir.ops.math.special.Dilogarithm;

/**
 * {@code y = -∫ ln(t)/(t - 1) dt} from 1 to x: Spence's function, {@code Li₂(1 - x)}; NaN for
 * negative x.
 */
final class Spence extends UnaryOp {
  Spence() {
    super("Spence(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return Dilogarithm.spence(x);
  }
}
