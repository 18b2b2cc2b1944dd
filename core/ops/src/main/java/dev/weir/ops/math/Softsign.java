package dev.weir.ops.math;

/** {@code y = x / (1 + |x|)}, between -1 and 1. */
final class Softsign extends UnaryOp {
  Softsign() {
    super(
        "Softsign(features: T) -> (activations: T) T:type in [half, bfloat16, float,"
            + " double];");
  }

  @Override
  double real(double x) {
    return x / (1 + Math.abs(x));
  }
}
