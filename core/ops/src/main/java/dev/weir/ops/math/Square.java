package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = x²}. Integers wrap. */
final class Square extends UnaryOp {
  Square() {
    super(
        "Square(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8,"
            + " int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128];");
  }

  @Override
  protected double real(double x) {
    return x * x;
  }

  @Override
  protected long integer(long x) {
    return x * x;
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.multiply(a, b, a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.mul(2, on.conj(x)));
  }
}
