package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code z = dy · y · (1 - y)}: the gradient of {@code Sigmoid} from its result y. */
final class SigmoidGrad extends SameShapeOp {
  SigmoidGrad() {
    super(
        "SigmoidGrad(y: T, dy: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  double real(double y, double dy) {
    return dy * y * (1 - y);
  }

  @Override
  void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.multiply(a, b, 1 - a, -b, out);
    ComplexFunctions.multiply(c, d, out.real, out.imaginary, out);
  }
}
