package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/** {@code backprops = gradients / (1 + |features|)²}: the gradient of {@code Softsign}. */
final class SoftsignGrad extends SameShapeOp {
  SoftsignGrad() {
    super(
        "SoftsignGrad(gradients: T, features: T) -> (backprops: T) T:type in [half,"
            + " bfloat16, float, double];");
  }

  @Override
  protected double real(double gradient, double feature) {
    double denominator = 1 + Math.abs(feature);
    return gradient / (denominator * denominator);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output dy, Output x, Output z, Output dz) {
    return on.op("SoftsignGrad", dz, x);
  }

  @Override
  protected Output derivativeY(GradientOps on, Output dy, Output x, Output z, Output dz) {
    Output size = on.add(on.scalar(1, x), on.op("Abs", x));
    Output cubed = on.mul(size, on.square(size));
    return on.mul(on.mul(-2, on.mul(dz, dy)), on.div(on.op("Sign", x), cubed));
  }
}
