package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselJ;

/** {@code y = J₀(x)}, the Bessel function of the first kind. */
final class BesselJ0 extends UnaryOp {
  BesselJ0() {
    super("BesselJ0(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselJ.j0(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.neg(on.mul(dy, on.op("BesselJ1", x)));
  }
}
