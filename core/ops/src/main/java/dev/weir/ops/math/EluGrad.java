package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;

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
  double real(double gradient, double output) {
    return output < 0 ? gradient * (output + 1) : gradient;
  }

  @Override
  Output derivativeX(GradientOps on, Output dy, Output y, Output z, Output dz) {
    return on.op("EluGrad", dz, y);
  }

  @Override
  Output derivativeY(GradientOps on, Output dy, Output y, Output z, Output dz) {
    Output zero = on.scalar(0, y);
    return on.select(on.op("Less", y, zero), on.mul(dz, dy), zero);
  }
}
