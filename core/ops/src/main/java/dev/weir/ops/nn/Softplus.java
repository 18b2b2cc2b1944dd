package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = ln(1 + eˣ)}, without overflow. */
final class Softplus extends UnaryOp {
  Softplus() {
    super(
        "Softplus(features: T) -> (activations: T) T:type in [half, bfloat16, float,"
            + " double];");
  }

  @Override
  protected double real(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("SoftplusGrad", dy, x);
  }
}
