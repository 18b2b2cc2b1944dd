package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = arcsin x}, between -π/2 and π/2; NaN outside [-1, 1]. */
final class Asin extends UnaryOp {
  Asin() {
    super(
        "Asin(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  protected double real(double x) {
    return Math.asin(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.asin(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    Output c = on.conj(x);
    return on.mul(dy, on.op("Rsqrt", on.sub(on.scalar(1, c), on.square(c))));
  }
}
