package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;

/**
 * {@code z} is the angle of the point (x, y), between -π and π; broadcasting. Note the order of the
 * operands: y, then x.
 */
final class Atan2 extends BinaryOp {
  Atan2() {
    super("Atan2(y: T, x: T) -> (z: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double y, double x) {
    return Math.atan2(y, x);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output y, Output x, Output z, Output dz) {
    return on.mul(dz, on.div(x, on.add(on.square(x), on.square(y))));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output y, Output x, Output z, Output dz) {
    return on.neg(on.mul(dz, on.div(y, on.add(on.square(x), on.square(y)))));
  }
}
