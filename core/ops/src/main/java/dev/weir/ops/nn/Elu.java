package dev.weir.ops.nn;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/**
 * {@code y = x} if x is positive and {@code eˣ - 1} otherwise; <a
 * href="https://arxiv.org/abs/1511.07289">Clevert et al. 2015</a>.
 */
final class Elu extends UnaryOp {
  Elu() {
    super("Elu(features: T) -> (activations: T) T:type in [half, bfloat16, float," + " double];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.of(ActivationKind.ELU);
  }

  @Override
  protected double real(double x) {
    return x > 0 ? x : Math.expm1(x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("EluGrad", dy, y);
  }
}
