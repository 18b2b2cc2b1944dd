package dev.weir.ops.math;

/**
 * {@code z = x - y · trunc(x / y)}: the remainder with the sign of x, broadcasting; an older name
 * of {@code TruncateMod}.
 */
final class Mod extends BinaryOp {
  Mod() {
    super(
        "Mod(x: T, y: T) -> (z: T) T:type in [int32, int64, half, half, bfloat16,"
            + " float, double];");
  }

  @Override
  public String notDifferentiable() {
    return "TensorFlow defines no gradient for it";
  }

  @Override
  double real(double x, double y) {
    return x % y;
  }

  @Override
  long integer(long x, long y) {
    return IntegerMath.remainder(x, y);
  }

  @Override
  long unsigned(long x, long y) {
    return IntegerMath.remainderUnsigned(x, y);
  }
}
