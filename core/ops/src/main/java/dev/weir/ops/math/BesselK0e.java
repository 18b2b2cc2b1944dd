package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselK;

/**
 * {@code y = e^x K₀(x)}, the scaled modified Bessel function of the second kind; ∞ unless x is
 * positive.
 */
final class BesselK0e extends UnaryOp {
  BesselK0e() {
    super("BesselK0e(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselK.k0e(x);
  }
}
