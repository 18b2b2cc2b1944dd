package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = arccos x}, between 0 and π; NaN outside [-1, 1]. */
final class Acos extends UnaryOp {
  Acos() {
    super(
        "Acos(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.acos(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.acos(a, b, out);
  }
}
