package dev.weir.ops.math.logic;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.BinaryOp;

/** {@code z = x | y}, bit by bit, broadcasting. */
final class BitwiseOr extends BinaryOp {
  BitwiseOr() {
    super(
        "BitwiseOr(x: T, y: T) -> (z: T) T:type in [int8, int16, int32, int64, uint8,"
            + " uint16, uint32, uint64]; commutative");
  }

  @Override
  public Algebra algebra() {
    return new Algebra(0.0, 0.0, false, false, false);
  }

  @Override
  public String notDifferentiable() {
    return "its values are bit patterns";
  }

  @Override
  protected long integer(long x, long y) {
    return x | y;
  }
}
