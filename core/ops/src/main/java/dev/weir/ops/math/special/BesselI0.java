package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselI;

/** {@code y = I₀(x)}, the modified Bessel function of the first kind. */
final class BesselI0 extends UnaryOp {
  BesselI0() {
    super("BesselI0(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselI.i0(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.op("BesselI1", x));
  }
}
