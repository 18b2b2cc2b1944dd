package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = √x}; NaN for negative numbers, the principal root for complex ones. */
final class Sqrt extends UnaryOp {
  Sqrt() {
    super(
        "Sqrt(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  protected double real(double x) {
    return Math.sqrt(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sqrt(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("SqrtGrad", y, dy);
  }
}
