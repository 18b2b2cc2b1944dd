package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = cos x}; NaN for ±∞. */
final class Cos extends UnaryOp {
  Cos() {
    super(
        "Cos(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.cos(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.cos(a, b, out);
  }
}
