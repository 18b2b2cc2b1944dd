package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselK;

/**
 * {@code y = e^x K₁(x)}, the scaled modified Bessel function of the second kind; ∞ unless x is
 * positive.
 */
final class BesselK1e extends UnaryOp {
  BesselK1e() {
    super("BesselK1e(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselK.k1e(x);
  }
}
