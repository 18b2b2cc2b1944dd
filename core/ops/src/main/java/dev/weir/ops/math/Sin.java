package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = sin x}; NaN for ±∞. */
final class Sin extends UnaryOp {
  Sin() {
    super(
        "Sin(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  protected double real(double x) {
    return Math.sin(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sin(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.op("Cos", on.conj(x)));
  }
}
