package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = x / (1 + |x|)}, between -1 and 1. */
final class Softsign extends UnaryOp {
  Softsign() {
    super(
        "Softsign(features: T) -> (activations: T) T:type in [half, bfloat16, float,"
            + " double];");
  }

  @Override
  protected double real(double x) {
    return x / (1 + Math.abs(x));
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("SoftsignGrad", dy, x);
  }
}
