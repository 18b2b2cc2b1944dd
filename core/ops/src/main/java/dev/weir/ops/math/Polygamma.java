package dev.weir.ops.math;

import dev.weir.ops.math.special.HurwitzZeta;

/**
 * {@code z} is the derivative of order a of the digamma function at x, broadcasting; NaN unless a
 * is a whole number from 0.
 */
final class Polygamma extends BinaryOp {
  Polygamma() {
    super("Polygamma(a: T, x: T) -> (z: T) T:type in [float, double];");
  }

  @Override
  double real(double a, double x) {
    return HurwitzZeta.polygamma(a, x);
  }
}
