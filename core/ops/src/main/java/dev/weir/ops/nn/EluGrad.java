package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/**
 * The gradient of {@code Elu} from its outputs: {@code gradients · (outputs + 1)} where outputs are
 * negative and {@code gradients} elsewhere.
 */
final class EluGrad extends SameShapeOp {
  EluGrad() {
    super(
        "EluGrad(gradients: T, outputs: T) -> (backprops: T) T:type in [half,"
            + " bfloat16, float, double];");
  }

  @Override
  protected double real(double gradient, double output) {
    return output < 0 ? gradient * (output + 1) : gradient;
  }

  @Override
  protected Output derivativeX(GradientOps on, Output dy, Output y, Output z, Output dz) {
    return on.op("EluGrad", dz, y);
  }

  @Override
  protected Output derivativeY(GradientOps on, Output dy, Output y, Output z, Output dz) {
    Output zero = on.scalar(0, y);
    return on.select(on.op("Less", y, zero), on.mul(dz, dy), zero);
  }
}
