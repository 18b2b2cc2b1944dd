package dev.weir.ops.nn;

import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/**
 * {@code y = λx} if x is positive and {@code λα(eˣ - 1)} otherwise, with the λ and α of <a
 * href="https://arxiv.org/abs/1706.02515">Klambauer et al. 2017</a>.
 */
final class Selu extends UnaryOp {
  Selu() {
    super("Selu(features: T) -> (activations: T) T:type in [half, bfloat16, float," + " double];");
  }

  @Override
  protected double real(double x) {
    return x > 0 ? Activations.SELU_SCALE * x : Activations.SELU_SCALE_ALPHA * Math.expm1(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("SeluGrad", dy, y);
  }
}
