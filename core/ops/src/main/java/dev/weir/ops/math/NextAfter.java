package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;
import dev.weir.tensor.DType;

/**
 * {@code output} is the number next to x1 in the direction of x2, broadcasting; x2 itself where
 * they are equal.
 */
final class NextAfter extends BinaryOp {
  NextAfter() {
    super("NextAfter(x1: T, x2: T) -> (output: T) T:type=float in [double, float];");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    return spec.inputDtype(0) == DType.FLOAT32
        ? BinaryKernels.real((x, y) -> Math.nextAfter((float) x, y))
        : BinaryKernels.real(Math::nextAfter);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x1, Output x2, Output z, Output dz) {
    return dz;
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x1, Output x2, Output z, Output dz) {
    return on.zerosLike(dz);
  }
}
