package dev.weir.ops.math;

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
  double real(double gradient, double output) {
    return output < 0
        ? gradient * (output + Activations.SELU_SCALE_ALPHA)
        : gradient * Activations.SELU_SCALE;
  }
}
