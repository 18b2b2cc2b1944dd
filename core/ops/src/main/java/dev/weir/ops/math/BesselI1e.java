package dev.weir.ops.math;

import dev.weir.ops.math.special.BesselI;

/** {@code y = e^-|x| I₁(x)}, the scaled modified Bessel function of the first kind. */
final class BesselI1e extends UnaryOp {
  BesselI1e() {
    super("BesselI1e(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselI.i1e(x);
  }
}
