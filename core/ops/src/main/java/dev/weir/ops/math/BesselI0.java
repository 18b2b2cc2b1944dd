package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselI;

/** {@code y = I₀(x)}, the modified Bessel function of the first kind. */
final class BesselI0 extends UnaryOp {
  BesselI0() {
    super("BesselI0(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselI.i0(x);
  }
}
