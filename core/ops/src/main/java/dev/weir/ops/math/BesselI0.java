package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.math.special.BesselI;
import dev.weir.ops.support.GradientOps;

/** {@code y = I₀(x)}, the modified Bessel function of the first kind. */
final class BesselI0 extends UnaryOp {
  BesselI0() {
    super("BesselI0(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return BesselI.i0(x);
  }

  @Override
  Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.op("BesselI1", x));
  }
}
