package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselI;

/** {@code y = I₁(x)}, the modified Bessel function of the first kind. */
final class BesselI1 extends UnaryOp {
  BesselI1() {
    super("BesselI1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselI.i1(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    Output slope = on.sub(on.op("BesselI0", x), on.op("DivNoNan", y, x));
    return on.mul(dy, on.select(on.op("Equal", x, on.scalar(0, x)), on.scalar(0.5, x), slope));
  }
}
