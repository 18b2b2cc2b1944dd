package dev.weir.ops.math;

/** {@code backprops = gradients / (1 + e^-features)}: the gradient of {@code Softplus}. */
final class SoftplusGrad extends SameShapeOp {
  SoftplusGrad() {
    super(
        "SoftplusGrad(gradients: T, features: T) -> (backprops: T) T:type in [half,"
            + " bfloat16, float, double];");
  }

  @Override
  double real(double gradient, double feature) {
    return gradient / (Math.exp(-feature) + 1);
  }
}
