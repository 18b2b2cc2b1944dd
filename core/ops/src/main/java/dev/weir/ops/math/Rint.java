package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.UnaryOp;

/** {@code y} is the whole number nearest to x, halves to the even one. */
final class Rint extends UnaryOp {
  Rint() {
    super("Rint(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
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
}
