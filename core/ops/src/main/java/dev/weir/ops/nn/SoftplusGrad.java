package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/** {@code backprops = gradients / (1 + e^-features)}: the gradient of {@code Softplus}. */
final class SoftplusGrad extends SameShapeOp {
  SoftplusGrad() {
    super(
        "SoftplusGrad(gradients: T, features: T) -> (backprops: T) T:type in [half,"
            + " bfloat16, float, double];");
  }

  @Override
  protected double real(double gradient, double feature) {
    return gradient / (Math.exp(-feature) + 1);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output dy, Output x, Output z, Output dz) {
    return on.op("SoftplusGrad", dz, x);
  }

  @Override
  protected Output derivativeY(GradientOps on, Output dy, Output x, Output z, Output dz) {
    return on.op("SigmoidGrad", on.op("Sigmoid", x), on.mul(dz, dy));
  }
}
