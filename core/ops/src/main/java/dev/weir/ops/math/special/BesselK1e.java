package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselK;

/**
 * {@code y = e^x K₁(x)}, the scaled modified Bessel function of the second kind; ∞ unless x is
 * positive.
 */
final class BesselK1e extends UnaryOp {
  BesselK1e() {
    super("BesselK1e(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselK.k1e(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.sub(on.sub(y, on.div(y, x)), on.op("BesselK0e", x)));
  }
}
