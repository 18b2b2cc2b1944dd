package dev.weir.ops.math;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = 1 / (1 + e⁻ˣ)}, between 0 and 1. */
final class Sigmoid extends UnaryOp {
  Sigmoid() {
    super(
        "Sigmoid(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.of(ActivationKind.SIGMOID);
  }

  @Override
  protected double real(double x) {
    if (x >= 0) {
      return 1 / (1 + Math.exp(-x));
    }
    double power = Math.exp(x);
    return power / (1 + power);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sigmoid(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("SigmoidGrad", on.conj(y), dy);
  }
}
