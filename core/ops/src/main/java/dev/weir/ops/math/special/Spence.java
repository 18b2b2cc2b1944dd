package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.Dilogarithm;

/**
 * {@code y = -∫ ln(t)/(t - 1) dt} from 1 to x: Spence's function, {@code Li₂(1 - x)}; NaN for
 * negative x.
 */
final class Spence extends UnaryOp {
  Spence() {
    super("Spence(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return Dilogarithm.spence(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    Output one = on.scalar(1, x);
    Output slope = on.op("DivNoNan", on.op("Log", x), on.sub(one, x));
    Output atOne = on.mul(0.5, on.sub(x, on.scalar(3, x))); // -1, and it rises as the slope does
    return on.mul(dy, on.select(on.op("Equal", x, one), atOne, slope));
  }
}
