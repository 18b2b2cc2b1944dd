package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.tensor.DType;

/**
 * {@code z = x >> y}, broadcasting; signed numbers keep their sign. A shift below 0 counts as 0,
 * one of more bits than there are as all but one.
 */
final class RightShift extends BinaryOp {
  RightShift() {
    super(
        "RightShift(x: T, y: T) -> (z: T) T:type in [int8, int16, int32, int64,"
            + " uint8, uint16, uint32, uint64];");
  }

  @Override
  public Algebra algebra() {
    return new Algebra(null, 0.0, false, false, false);
  }

  @Override
  public String notDifferentiable() {
    return "its values are bit patterns";
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    int last = 8 * dtype.byteSize() - 1;
    return dtype.isUnsigned()
        ? BinaryKernels.integer((x, y) -> x >>> shift(dtype, y, last))
        : BinaryKernels.integer((x, y) -> x >> shift(dtype, y, last));
  }

  /** A uint64 beyond the largest signed number is a large shift, not a negative one. */
  private static long shift(DType dtype, long y, int last) {
    return dtype.isUnsigned() && y < 0 ? last : Math.clamp(y, 0, last);
  }
}
