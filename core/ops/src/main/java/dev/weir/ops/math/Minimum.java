package dev.weir.ops.math;

/** {@code z} is the smaller of x and y, broadcasting; NaN if one is NaN. */
final class Minimum extends BinaryOp {
  Minimum() {
    super(
        "Minimum(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " int8, uint8, int16, uint16, int32, uint32, int64, uint64];");
  }

  @Override
  double real(double x, double y) {
    return Math.min(x, y);
  }

  @Override
  long integer(long x, long y) {
    return Math.min(x, y);
  }

  @Override
  long unsigned(long x, long y) {
    return Long.compareUnsigned(x, y) < 0 ? x : y;
  }
}
