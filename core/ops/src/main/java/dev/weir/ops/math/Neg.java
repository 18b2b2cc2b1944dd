package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = -x}. Integers wrap. */
final class Neg extends UnaryOp {
  Neg() {
    super(
        "Neg(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8, int16,"
            + " int32, int64, complex64, complex128];");
  }

  @Override
  public Algebra algebra() {
    return Algebra.INVOLUTION;
  }

  @Override
  protected double real(double x) {
    return -x;
  }

  @Override
  protected long integer(long x) {
    return -x;
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    out.set(-a, -b);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.neg(dy);
  }
}
