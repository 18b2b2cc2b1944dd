package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.ErrorFunction;

/** {@code y} is the number whose error function is x; ±∞ for ±1, NaN beyond. */
final class Erfinv extends UnaryOp {
  Erfinv() {
    super("Erfinv(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return ErrorFunction.erfInverse(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.mul(Math.sqrt(Math.PI) / 2, on.op("Exp", on.square(y))));
  }
}
