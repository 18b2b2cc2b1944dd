package dev.weir.ops.math;

/**
 * {@code z} is the angle of the point (x, y), between -π and π; broadcasting. Note the order of the
 * operands: y, then x.
 */
final class Atan2 extends BinaryOp {
  Atan2() {
    super("Atan2(y: T, x: T) -> (z: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double y, double x) {
    return Math.atan2(y, x);
  }
}
