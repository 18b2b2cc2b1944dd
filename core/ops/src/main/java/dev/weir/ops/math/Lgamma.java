package dev.weir.ops.math;

import dev.weir.ops.math.special.GammaFunction;

/** {@code y = ln |Γ(x)|}; ∞ where Γ has a pole. */
final class Lgamma extends UnaryOp {
  Lgamma() {
    super("Lgamma(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return GammaFunction.logGamma(x);
  }
}
