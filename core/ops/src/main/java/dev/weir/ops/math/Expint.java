package dev.weir.ops.math;

import dev.weir.ops.math.special.ExponentialIntegral;

/** {@code y = ∫ e^t/t dt} from -∞ to x: the exponential integral; -∞ for 0, NaN below. */
final class Expint extends UnaryOp {
  Expint() {
    super("Expint(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return ExponentialIntegral.ei(x);
  }
}
