package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/** {@code z = x / y}, but 0 where x is 0, even if y is 0; broadcasting. */
final class Xdivy extends BinaryOp {
  Xdivy() {
    super(
        "Xdivy(x: T, y: T) -> (z: T) T:type in [half, bfloat16, float, double,"
            + " complex64, complex128];");
  }

  @Override
  double real(double x, double y) {
    return x == 0 ? 0 : x / y;
  }

  @Override
  void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (a == 0 && b == 0) {
      out.set(0, 0);
    } else {
      ComplexFunctions.divide(a, b, c, d, out);
    }
  }
}
