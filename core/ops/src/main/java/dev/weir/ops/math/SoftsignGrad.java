package dev.weir.ops.math;

/** {@code backprops = gradients / (1 + |features|)²}: the gradient of {@code Softsign}. */
final class SoftsignGrad extends SameShapeOp {
  SoftsignGrad() {
    super(
        "SoftsignGrad(gradients: T, features: T) -> (backprops: T) T:type in [half,"
            + " bfloat16, float, double];");
  }

  @Override
  public String notDifferentiable() {
    return "TensorFlow defines no second gradient for it";
  }

  @Override
  double real(double gradient, double feature) {
    double denominator = 1 + Math.abs(feature);
    return gradient / (denominator * denominator);
  }
}
