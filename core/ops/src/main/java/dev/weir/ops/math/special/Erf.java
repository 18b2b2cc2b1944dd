package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.ErrorFunction;

/** {@code y = 2/√π ∫ e^-t² dt} from 0 to x: the error function, between -1 and 1. */
final class Erf extends UnaryOp {
  Erf() {
    super("Erf(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return ErrorFunction.erf(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.mul(2 / Math.sqrt(Math.PI), on.op("Exp", on.neg(on.square(x)))));
  }
}
