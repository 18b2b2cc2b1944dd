package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = eˣ - 1}, precise near 0. */
final class Expm1 extends UnaryOp {
  Expm1() {
    super(
        "Expm1(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.expm1(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.expm1(a, b, out);
  }
}
