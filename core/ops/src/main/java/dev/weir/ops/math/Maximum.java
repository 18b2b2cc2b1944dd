package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;

/** {@code z} is the larger of x and y, broadcasting; NaN if one is NaN. */
final class Maximum extends BinaryOp {
  Maximum() {
    super(
        "Maximum(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " int8, uint8, int16, uint16, int32, uint32, int64, uint64];");
  }

  @Override
  protected double real(double x, double y) {
    return Math.max(x, y);
  }

  @Override
  protected long integer(long x, long y) {
    return Math.max(x, y);
  }

  @Override
  protected long unsigned(long x, long y) {
    return Long.compareUnsigned(x, y) > 0 ? x : y;
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.select(on.op("GreaterEqual", x, y), dz, on.scalar(0, dz));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.select(on.op("GreaterEqual", x, y), on.scalar(0, dz), dz);
  }
}
