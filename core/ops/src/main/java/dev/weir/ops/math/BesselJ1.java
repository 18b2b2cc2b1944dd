package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselJ;

/** {@code y = J₁(x)}, the Bessel function of the first kind. */
final class BesselJ1 extends UnaryOp {
  BesselJ1() {
    super("BesselJ1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselJ.j1(x);
  }
}
