package dev.weir.ops.math.logic;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.BinaryOp;
import dev.weir.tensor.DType;

/** Moves the bits of numbers by as many places as other numbers say, broadcasting. */
abstract class Shift extends BinaryOp {
  Shift(String signature) {
    super(signature);
  }

  @Override
  public final Algebra algebra() {
    return new Algebra(null, 0.0, false, false, false);
  }

  @Override
  public final String notDifferentiable() {
    return "its values are bit patterns";
  }

  /** How many bits to shift by: none if negative, all but one if more than there are. */
  static long places(DType dtype, long y) {
    int last = 8 * dtype.byteSize() - 1;
    return dtype == DType.UINT64 && y < 0 ? last : Math.clamp(y, 0, last);
  }
}
