package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = sinh x}. */
final class Sinh extends UnaryOp {
  Sinh() {
    super(
        "Sinh(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.sinh(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sinh(a, b, out);
  }
}
