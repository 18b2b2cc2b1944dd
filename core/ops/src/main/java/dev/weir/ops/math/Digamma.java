package dev.weir.ops.math;

import dev.weir.ops.math.special.GammaFunction;

/** {@code y = Γ'(x) / Γ(x)}; NaN where it has a pole. */
final class Digamma extends UnaryOp {
  Digamma() {
    super("Digamma(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return GammaFunction.digamma(x);
  }
}
