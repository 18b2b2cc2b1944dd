package dev.weir.ops.math;

import dev.weir.ops.math.special.Dawson;

/** {@code y = e^-x² ∫ e^t² dt} from 0 to x: Dawson's integral. */
final class Dawsn extends UnaryOp {
  Dawsn() {
    super("Dawsn(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  double real(double x) {
    return Dawson.of(x);
  }
}
