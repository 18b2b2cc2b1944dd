package dev.weir.ops.math.logic;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.tensor.DType;

/**
 * {@code z = x >> y}, broadcasting; signed numbers keep their sign. A shift below 0 counts as 0,
 * one of more bits than there are as all but one.
 */
final class RightShift extends Shift {
  RightShift() {
    super(
        "RightShift(x: T, y: T) -> (z: T) T:type in [int8, int16, int32, int64,"
            + " uint8, uint16, uint32, uint64];");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    DType dtype = spec.inputDtype(0);
    return dtype.isUnsigned()
        ? BinaryKernels.integer((x, y) -> x >>> places(dtype, y))
        : BinaryKernels.integer((x, y) -> x >> places(dtype, y));
  }
}
