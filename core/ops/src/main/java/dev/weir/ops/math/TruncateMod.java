package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;

/**
 * {@code z = x - y · trunc(x / y)}: the remainder with the sign of x, broadcasting. An integer must
 * not be divided by 0.
 */
final class TruncateMod extends BinaryOp {
  TruncateMod() {
    super(
        "TruncateMod(x: T, y: T) -> (z: T) T:type in [int32, int64, bfloat16, half,"
            + " float, double];");
  }

  @Override
  protected double real(double x, double y) {
    return x % y;
  }

  @Override
  protected long integer(long x, long y) {
    return IntegerMath.remainder(x, y);
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
    return on.neg(on.mul(dz, on.op("TruncateDiv", x, y)));
  }
}
