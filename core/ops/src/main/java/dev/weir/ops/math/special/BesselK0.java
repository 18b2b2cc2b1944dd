package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselK;

/** {@code y = K₀(x)}, the modified Bessel function of the second kind; ∞ unless x is positive. */
final class BesselK0 extends UnaryOp {
  BesselK0() {
    super("BesselK0(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselK.k0(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.neg(on.mul(dy, on.op("BesselK1", x)));
  }
}
