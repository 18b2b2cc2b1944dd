package dev.weir.ops.nn;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.Algebra;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = min(max(x, 0), 6)}; NaN stays NaN. */
final class Relu6 extends UnaryOp {
  Relu6() {
    super(
        "Relu6(features: T) -> (activations: T) T:type in [float, double, int32,"
            + " uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.of(ActivationKind.RELU6);
  }

  @Override
  public Algebra algebra() {
    return Algebra.IDEMPOTENT;
  }

  @Override
  protected double real(double x) {
    return Math.min(Activations.relu(x), 6);
  }

  @Override
  protected long integer(long x) {
    return Math.clamp(x, 0, 6);
  }

  @Override
  protected long unsigned(long x) {
    return Long.compareUnsigned(x, 6) < 0 ? x : 6;
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("Relu6Grad", dy, y);
  }
}
