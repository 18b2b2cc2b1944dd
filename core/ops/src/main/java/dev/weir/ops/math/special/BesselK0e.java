package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselK;

/**
 * {@code y = e^x K₀(x)}, the scaled modified Bessel function of the second kind; ∞ unless x is
 * positive.
 */
final class BesselK0e extends UnaryOp {
  BesselK0e() {
    super("BesselK0e(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselK.k0e(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.sub(y, on.op("BesselK1e", x)));
  }
}
