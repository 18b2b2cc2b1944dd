package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselI;

/** {@code y = e^-|x| I₀(x)}, the scaled modified Bessel function of the first kind. */
final class BesselI0e extends UnaryOp {
  BesselI0e() {
    super("BesselI0e(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselI.i0e(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.sub(on.op("BesselI1e", x), on.mul(on.op("Sign", x), y)));
  }
}
