package dev.weir.ops.math;

import dev.weir.ops.math.special.ErrorFunction;

/** {@code y = 2/√π ∫ e^-t² dt} from 0 to x: the error function, between -1 and 1. */
final class Erf extends UnaryOp {
  Erf() {
    super("Erf(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return ErrorFunction.erf(x);
  }
}
