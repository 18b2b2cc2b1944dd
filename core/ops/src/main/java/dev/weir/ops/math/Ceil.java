package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.UnaryOp;

/** {@code y = ⌈x⌉}, the smallest whole number not below x. */
final class Ceil extends UnaryOp {
  Ceil() {
    super("Ceil(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
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
    return Math.ceil(x);
  }
}
