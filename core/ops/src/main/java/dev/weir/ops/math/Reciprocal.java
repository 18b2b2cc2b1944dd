package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = 1/x}. Integers are divided as {@code Div} does and must not be 0. */
final class Reciprocal extends UnaryOp {
  Reciprocal() {
    super(
        "Reciprocal(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8,"
            + " int16, int32, int64, complex64, complex128];");
  }

  @Override
  protected double real(double x) {
    return 1 / x;
  }

  @Override
  protected long integer(long x) {
    return IntegerMath.divide(1, x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.reciprocal(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("ReciprocalGrad", y, dy);
  }
}
