package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code y = 1 / (1 + e⁻ˣ)}, between 0 and 1. */
final class Sigmoid extends UnaryOp {
  Sigmoid() {
    super(
        "Sigmoid(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  double real(double x) {
    return Activations.sigmoid(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sigmoid(a, b, out);
  }
}
