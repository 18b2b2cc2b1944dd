package dev.weir.ops.math.logic;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.BinaryOp;

/** {@code z = x && y}, broadcasting. */
final class LogicalAnd extends BinaryOp {
  LogicalAnd() {
    super("LogicalAnd(x: bool, y: bool) -> (z: bool) commutative");
  }

  @Override
  public Algebra algebra() {
    return new Algebra(1.0, 1.0, false, false, false);
  }

  @Override
  public String notDifferentiable() {
    return "its output is a truth value";
  }

  @Override
  protected long integer(long x, long y) {
    return x & y;
  }
}
