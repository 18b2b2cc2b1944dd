package dev.weir.ops.math;

import dev.weir.ops.math.special.ErrorFunction;

/**
 * {@code y} is the number below which a normally distributed one lies with probability x; NaN
 * outside [0, 1].
 */
final class Ndtri extends UnaryOp {
  Ndtri() {
    super("Ndtri(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return ErrorFunction.normalQuantile(x);
  }
}
