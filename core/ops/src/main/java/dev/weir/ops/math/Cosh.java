package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = cosh x}. */
final class Cosh extends UnaryOp {
  Cosh() {
    super(
        "Cosh(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.cosh(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.cosh(a, b, out);
  }
}
