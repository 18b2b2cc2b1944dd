package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselJ;

/** {@code y = Y₀(x)}, the Bessel function of the second kind; -∞ unless x is positive. */
final class BesselY0 extends UnaryOp {
  BesselY0() {
    super("BesselY0(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselJ.y0(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.neg(on.mul(dy, on.op("BesselY1", x)));
  }
}
