package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = arcsin x}, between -π/2 and π/2; NaN outside [-1, 1]. */
final class Asin extends UnaryOp {
  Asin() {
    super(
        "Asin(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.asin(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.asin(a, b, out);
  }
}
