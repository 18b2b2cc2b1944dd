package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.BesselJ;

/** {@code y = J₁(x)}, the Bessel function of the first kind. */
final class BesselJ1 extends UnaryOp {
  BesselJ1() {
    super("BesselJ1(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return BesselJ.j1(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    Output slope = on.sub(on.op("BesselJ0", x), on.op("DivNoNan", y, x));
    return on.mul(dy, on.select(on.op("Equal", x, on.scalar(0, x)), on.scalar(0.5, x), slope));
  }
}
