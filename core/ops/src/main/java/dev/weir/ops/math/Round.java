package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.UnaryOp;

/**
 * {@code y} is the whole number nearest to x, halves to the even one. Integers stay, complex
 * numbers are rounded part by part.
 */
final class Round extends UnaryOp {
  Round() {
    super(
        "Round(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8, int16,"
            + " int32, int64, complex64, complex128];");
  }

  @Override
  public Algebra algebra() {
    return Algebra.IDEMPOTENT;
  }

  @Override
  public String notDifferentiable() {
    return "it is piecewise constant";
  }

  @Override
  protected double real(double x) {
    return Math.rint(x);
  }

  @Override
  protected long integer(long x) {
    return x;
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    out.set(Math.rint(a), Math.rint(b));
  }
}
