package dev.weir.ops.math;

import dev.weir.ops.math.special.ErrorFunction;

/** {@code y = 1 - erf x}, precise also where that is tiny. */
final class Erfc extends UnaryOp {
  Erfc() {
    super("Erfc(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return ErrorFunction.erfc(x);
  }
}
