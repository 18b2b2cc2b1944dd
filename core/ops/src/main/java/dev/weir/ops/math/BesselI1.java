package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselI;

/** {@code y = I₁(x)}, the modified Bessel function of the first kind. */
final class BesselI1 extends UnaryOp {
  BesselI1() {
    super("BesselI1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselI.i1(x);
  }
}
