package dev.weir.ops.math;

import dev.weir.ops.math.special.ErrorFunction;

/** {@code y} is the number whose error function is x; ±∞ for ±1, NaN beyond. */
final class Erfinv extends UnaryOp {
  Erfinv() {
    super("Erfinv(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return ErrorFunction.erfInverse(x);
  }
}
