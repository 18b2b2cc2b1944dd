package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/**
 * The gradient of {@code Selu} from its outputs: {@code gradients · (outputs + λα)} where outputs
 * are negative and {@code gradients · λ} elsewhere.
 */
final class SeluGrad extends SameShapeOp {
  SeluGrad() {
    super(
        "SeluGrad(gradients: T, outputs: T) -> (backprops: T) T:type in [half,"
            + " bfloat16, float, double];");
  }

  @Override
  protected double real(double gradient, double output) {
    return output < 0
        ? gradient * (output + Activations.SELU_SCALE_ALPHA)
        : gradient * Activations.SELU_SCALE;
  }

  @Override
  protected Output derivativeX(GradientOps on, Output dy, Output y, Output z, Output dz) {
    return on.op("SeluGrad", dz, y);
  }

  @Override
  protected Output derivativeY(GradientOps on, Output dy, Output y, Output z, Output dz) {
    Output zero = on.scalar(0, y);
    return on.select(on.op("Less", y, zero), on.mul(dz, dy), zero);
  }
}
