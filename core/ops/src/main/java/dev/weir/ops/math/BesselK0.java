package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselK;

/** {@code y = K₀(x)}, the modified Bessel function of the second kind; ∞ unless x is positive. */
final class BesselK0 extends UnaryOp {
  BesselK0() {
    super("BesselK0(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselK.k0(x);
  }
}
