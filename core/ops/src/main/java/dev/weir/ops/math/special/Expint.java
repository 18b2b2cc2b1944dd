package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.ExponentialIntegral;

/** {@code y = ∫ e^t/t dt} from -∞ to x: the exponential integral; -∞ for 0, NaN below. */
final class Expint extends UnaryOp {
  Expint() {
    super("Expint(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return ExponentialIntegral.ei(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.div(on.op("Exp", x), x));
  }
}
