package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = arctan x}, between -π/2 and π/2. */
final class Atan extends UnaryOp {
  Atan() {
    super(
        "Atan(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.atan(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.atan(a, b, out);
  }
}
