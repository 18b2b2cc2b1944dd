package dev.weir.ops.math;

import dev.weir.ops.support.ComplexFunction;

/**
 * {@code z = (x - y)²}, broadcasting; for complex numbers the difference times its conjugate.
 * Integers wrap.
 */
final class SquaredDifference extends BinaryOp {
  SquaredDifference() {
    super(
        "SquaredDifference(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float,"
            + " double, int32, int64, complex64, complex128]; commutative");
  }

  @Override
  double real(double x, double y) {
    return (x - y) * (x - y);
  }

  @Override
  long integer(long x, long y) {
    return (x - y) * (x - y);
  }

  @Override
  void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    out.set((a - c) * (a - c) + (b - d) * (b - d), 0);
  }
}
