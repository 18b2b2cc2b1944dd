package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselI;

/** {@code y = e^-|x| I₁(x)}, the scaled modified Bessel function of the first kind. */
final class BesselI1e extends UnaryOp {
  BesselI1e() {
    super("BesselI1e(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselI.i1e(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    Output decay = on.add(on.mul(on.op("Sign", x), y), on.op("DivNoNan", y, x));
    Output slope = on.sub(on.op("BesselI0e", x), decay);
    return on.mul(dy, on.select(on.op("Equal", x, on.scalar(0, x)), on.scalar(0.5, x), slope));
  }
}
