package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = 1/√x}; ∞ for 0, NaN for negative numbers. */
final class Rsqrt extends UnaryOp {
  Rsqrt() {
    super(
        "Rsqrt(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  protected double real(double x) {
    return 1 / Math.sqrt(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sqrt(a, b, out);
    ComplexFunctions.reciprocal(out.real, out.imaginary, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("RsqrtGrad", y, dy);
  }
}
