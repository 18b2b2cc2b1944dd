package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code z = dy · (1 - y²)}: the gradient of {@code Tanh} from its result y. */
final class TanhGrad extends SameShapeOp {
  TanhGrad() {
    super(
        "TanhGrad(y: T, dy: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  double real(double y, double dy) {
    return dy * (1 - y * y);
  }

  @Override
  void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.multiply(a, b, a, b, out);
    ComplexFunctions.multiply(c, d, 1 - out.real, -out.imaginary, out);
  }
}
