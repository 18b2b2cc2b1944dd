package dev.weir.ops.math.logic;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.BinaryOp;

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
  protected long integer(long x, long y) {
    return x | y;
  }
}
