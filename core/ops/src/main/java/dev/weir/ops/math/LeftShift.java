package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;

/**
 * {@code z = x << y}, broadcasting. A shift below 0 counts as 0, one of more bits than there are as
 * all but one.
 */
final class LeftShift extends BinaryOp {
  LeftShift() {
    super(
        "LeftShift(x: T, y: T) -> (z: T) T:type in [int8, int16, int32, int64, uint8,"
            + " uint16, uint32, uint64];");
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
    int last = 8 * spec.inputDtype(0).byteSize() - 1;
    return BinaryKernels.integer((x, y) -> x << Math.clamp(y, 0, last));
  }
}
