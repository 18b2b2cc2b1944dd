package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;

/**
 * {@code z = x - y · ⌊x / y⌋}: the remainder with the sign of y, broadcasting. An integer must not
 * be divided by 0.
 */
final class FloorMod extends BinaryOp {
  FloorMod() {
    super(
        "FloorMod(x: T, y: T) -> (z: T) T:type in [int8, int16, int32, int64, uint8,"
            + " uint16, uint32, uint64, bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x, double y) {
    double remainder = x % y;
    return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder;
  }

  @Override
  protected long integer(long x, long y) {
    return IntegerMath.floorRemainder(x, y);
  }

  @Override
  protected long unsigned(long x, long y) {
    return IntegerMath.remainderUnsigned(x, y);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return dz;
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.neg(on.mul(dz, on.op("FloorDiv", x, y)));
  }
}
