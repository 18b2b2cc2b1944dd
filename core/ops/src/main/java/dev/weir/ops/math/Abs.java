package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = |x|}. The smallest integer wraps to itself. */
final class Abs extends UnaryOp {
  Abs() {
    super(
        "Abs(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8, int16,"
            + " int32, int64];");
  }

  @Override
  public Algebra algebra() {
    return Algebra.IDEMPOTENT;
  }

  @Override
  protected double real(double x) {
    return Math.abs(x);
  }

  @Override
  protected long integer(long x) {
    return Math.abs(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.op("Sign", x));
  }
}
