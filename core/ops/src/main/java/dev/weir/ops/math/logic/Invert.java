package dev.weir.ops.math.logic;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.UnaryOp;

/** {@code y = ~x}, every bit flipped. */
final class Invert extends UnaryOp {
  Invert() {
    super(
        "Invert(x: T) -> (y: T) T:type in [int8, int16, int32, int64, uint8, uint16,"
            + " uint32, uint64];");
  }

  @Override
  public Algebra algebra() {
    return Algebra.INVOLUTION;
  }

  @Override
  public String notDifferentiable() {
    return "its values are bit patterns";
  }

  @Override
  protected long integer(long x) {
    return ~x;
  }
}
