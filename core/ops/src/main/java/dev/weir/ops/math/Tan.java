package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = tan x}; NaN for ±∞. */
final class Tan extends UnaryOp {
  Tan() {
    super(
        "Tan(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.tan(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.tan(a, b, out);
  }
}
