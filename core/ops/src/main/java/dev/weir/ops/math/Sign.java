package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/**
 * {@code y} is -1, 0 or 1 as x is negative, zero or positive; NaN stays NaN. A complex number
 * becomes {@code x / |x|}, zero stays zero.
 */
final class Sign extends UnaryOp {
  Sign() {
    super(
        "Sign(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8, int16,"
            + " int32, int64, complex64, complex128];");
  }

  @Override
  double real(double x) {
    return Math.signum(x);
  }

  @Override
  long integer(long x) {
    return Long.signum(x);
  }

  @Override
  void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sign(a, b, out);
  }
}
