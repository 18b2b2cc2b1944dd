package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = arcosh x}, not negative; NaN for real x below 1. */
final class Acosh extends UnaryOp {
  Acosh() {
    super(
        "Acosh(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  protected double real(double x) {
    return Hyperbolic.acosh(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.acosh(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.div(dy, on.op("Sinh", on.conj(y)));
  }
}
