package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.UnaryOp;

/** {@code y = ⌊x⌋}, the largest whole number not above x. */
final class Floor extends UnaryOp {
  Floor() {
    super("Floor(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
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
    return Math.floor(x);
  }
}
