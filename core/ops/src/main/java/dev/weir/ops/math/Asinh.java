package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = arsinh x}. */
final class Asinh extends UnaryOp {
  Asinh() {
    super(
        "Asinh(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  protected double real(double x) {
    return Hyperbolic.asinh(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.asinh(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.div(dy, on.op("Cosh", on.conj(y)));
  }
}
