package dev.weir.ops.math;

import dev.weir.graph.Algebra;

/** {@code z = x || y}, broadcasting. */
final class LogicalOr extends BinaryOp {
  LogicalOr() {
    super("LogicalOr(x: bool, y: bool) -> (z: bool) commutative");
  }

  @Override
  public Algebra algebra() {
    return new Algebra(0.0, 0.0, false, false, false);
  }

  @Override
  public String notDifferentiable() {
    return "its output is a truth value";
  }

  @Override
  long integer(long x, long y) {
    return x | y;
  }
}
