package dev.weir.ops.math;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.ComplexMath;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = tanh x}, between -1 and 1; ±1 for ±∞. */
final class Tanh extends UnaryOp {
  Tanh() {
    super(
        "Tanh(x: T) -> (y: T) T:type in [bfloat16, half, float, double, complex64,"
            + " complex128];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.of(ActivationKind.TANH);
  }

  @Override
  protected double real(double x) {
    return Math.tanh(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexMath.tanh(a, b, out);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("TanhGrad", on.conj(y), dy);
  }
}
