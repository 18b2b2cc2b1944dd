package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.ErrorFunction;

/** {@code y = 1 - erf x}, precise also where that is tiny. */
final class Erfc extends UnaryOp {
  Erfc() {
    super("Erfc(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return ErrorFunction.erfc(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.mul(-2 / Math.sqrt(Math.PI), on.op("Exp", on.neg(on.square(x)))));
  }
}
