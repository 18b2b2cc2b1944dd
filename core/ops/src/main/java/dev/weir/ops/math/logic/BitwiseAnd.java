package dev.weir.ops.math.logic;

import dev.weir.ops.support.BinaryOp;

/** {@code z = x & y}, bit by bit, broadcasting. */
final class BitwiseAnd extends BinaryOp {
  BitwiseAnd() {
    super(
        "BitwiseAnd(x: T, y: T) -> (z: T) T:type in [int8, int16, int32, int64,"
            + " uint8, uint16, uint32, uint64]; commutative");
  }

  @Override
  public String notDifferentiable() {
    return "its values are bit patterns";
  }

  @Override
  protected long integer(long x, long y) {
    return x & y;
  }
}
