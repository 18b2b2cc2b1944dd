package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselK;

/** {@code y = K₁(x)}, the modified Bessel function of the second kind; ∞ unless x is positive. */
final class BesselK1 extends UnaryOp {
  BesselK1() {
    super("BesselK1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselK.k1(x);
  }
}
