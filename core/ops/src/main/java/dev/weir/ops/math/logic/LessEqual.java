package dev.weir.ops.math.logic;

/** {@code z = x <= y}: whether x is at most y, broadcasting; false if one is NaN. */
final class LessEqual extends Comparison {
  LessEqual() {
    super(
        "LessEqual(x: T, y: T) -> (z: bool) T:type in [float, double, int32, uint8,"
            + " int16, int8, int64, bfloat16, uint16, half, uint32, uint64];");
  }

  @Override
  boolean holds(double x, double y) {
    return x <= y;
  }
}
