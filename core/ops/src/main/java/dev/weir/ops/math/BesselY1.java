package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselJ;

/** {@code y = Y₁(x)}, the Bessel function of the second kind; -∞ unless x is positive. */
final class BesselY1 extends UnaryOp {
  BesselY1() {
    super("BesselY1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselJ.y1(x);
  }
}
