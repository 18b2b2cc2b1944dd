package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselJ;

/** {@code y = Y₁(x)}, the Bessel function of the second kind; -∞ unless x is positive. */
final class BesselY1 extends UnaryOp {
  BesselY1() {
    super("BesselY1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselJ.y1(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.sub(on.op("BesselY0", x), on.div(y, x)));
  }
}
