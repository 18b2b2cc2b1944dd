package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = sin x}; NaN for ±∞. */
final class Sin extends UnaryOp {
  Sin() {
    super(
        "Sin(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.sin(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sin(a, b, out);
  }
}
