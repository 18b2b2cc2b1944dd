package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.GammaFunction;

/** {@code y = ln |Γ(x)|}; ∞ where Γ has a pole. */
final class Lgamma extends UnaryOp {
  Lgamma() {
    super("Lgamma(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return GammaFunction.logGamma(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.op("Digamma", x));
  }
}
