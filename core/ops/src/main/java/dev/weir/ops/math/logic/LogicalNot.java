package dev.weir.ops.math.logic;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.UnaryOp;

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
  protected long integer(long x) {
    return 1 - x;
  }
}
