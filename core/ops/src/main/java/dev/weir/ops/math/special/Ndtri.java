package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.ErrorFunction;

/**
 * {@code y} is the number below which a normally distributed one lies with probability x; NaN
 * outside [0, 1].
 */
final class Ndtri extends UnaryOp {
  Ndtri() {
    super("Ndtri(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return ErrorFunction.normalQuantile(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.mul(Math.sqrt(2 * Math.PI), on.op("Exp", on.mul(0.5, on.square(y)))));
  }
}
