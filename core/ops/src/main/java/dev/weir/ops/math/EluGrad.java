package dev.weir.ops.math;

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
}
