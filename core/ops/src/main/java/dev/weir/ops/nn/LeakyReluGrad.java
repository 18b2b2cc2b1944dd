package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/**
 * {@code backprops = gradients} where features are positive and {@code alpha · gradients}
 * elsewhere.
 */
final class LeakyReluGrad extends SameShapeOp {
  LeakyReluGrad() {
    super(
        "LeakyReluGrad(gradients: T, features: T) -> (backprops: T) alpha:float=0.2;"
            + " T:type=float in [half, bfloat16, float, double];");
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    float alpha = spec.attrs().floating("alpha");
    return BinaryKernels.real((gradient, feature) -> feature > 0 ? gradient : alpha * gradient);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output dy, Output x, Output z, Output dz) {
    return on.node("LeakyReluGrad")
        .input(dz)
        .input(x)
        .attr("alpha", z.node().attrs().floating("alpha"))
        .build()
        .output(0);
  }

  @Override
  protected Output derivativeY(GradientOps on, Output dy, Output x, Output z, Output dz) {
    return on.zerosLike(x);
  }
}
