package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.Dawson;

/** {@code y = e^-x² ∫ e^t² dt} from 0 to x: Dawson's integral. */
final class Dawsn extends UnaryOp {
  Dawsn() {
    super("Dawsn(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return Dawson.of(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.mul(dy, on.sub(on.scalar(1, x), on.mul(2, on.mul(x, y))));
  }
}
