package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = eˣ}. */
final class Exp extends UnaryOp {
  Exp() {
    super(
        "Exp(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Math.exp(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.exp(a, b, out);
  }
}
