package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;
import dev.weir.ops.support.special.GammaFunction;
import dev.weir.tensor.DType;

/** {@code y = Γ'(x) / Γ(x)}; NaN where it has a pole. */
final class Digamma extends UnaryOp {
  Digamma() {
    super("Digamma(x: T) -> (y: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double x) {
    return GammaFunction.digamma(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    DType wide = dy.dtype() == DType.FLOAT64 ? DType.FLOAT64 : DType.FLOAT32;
    Output trigamma = on.op("Polygamma", on.scalar(1, wide), on.cast(x, wide));
    return on.mul(dy, on.cast(trigamma, dy.dtype()));
  }
}
