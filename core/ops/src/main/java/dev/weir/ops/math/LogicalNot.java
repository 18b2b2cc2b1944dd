package dev.weir.ops.math;

import dev.weir.graph.Algebra;

/** {@code y = !x}. */
final class LogicalNot extends UnaryOp {
  LogicalNot() {
    super("LogicalNot(x: bool) -> (y: bool)");
  }

  @Override
  public Algebra algebra() {
    return Algebra.INVOLUTION;
  }

  @Override
  public String notDifferentiable() {
    return "its output is a truth value";
  }

  @Override
  long integer(long x) {
    return 1 - x;
  }
}
