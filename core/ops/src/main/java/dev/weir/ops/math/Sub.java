package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;

/** {@code z = x - y}, broadcasting. Integers wrap. */
final class Sub extends BinaryOp {
  Sub() {
    super(
        "Sub(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double, uint8,"
            + " int8, uint16, int16, int32, int64, complex64, complex128, uint32, uint64];");
  }

  @Override
  public Algebra algebra() {
    return new Algebra(null, 0.0, false, false, true);
  }

  @Override
  protected double real(double x, double y) {
    return x - y;
  }

  @Override
  protected long integer(long x, long y) {
    return x - y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    out.set(a - c, b - d);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return dz;
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.neg(dz);
  }
}
