package dev.weir.ops.math;

/** {@code y = ln(1 + eˣ)}, without overflow. */
final class Softplus extends UnaryOp {
  Softplus() {
    super(
        "Softplus(features: T) -> (activations: T) T:type in [half, bfloat16, float,"
            + " double];");
  }

  @Override
  double real(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }
}
