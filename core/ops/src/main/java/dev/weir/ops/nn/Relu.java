package dev.weir.ops.nn;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.Algebra;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/** {@code y = max(x, 0)}; NaN stays NaN. */
final class Relu extends UnaryOp {
  Relu() {
    super(
        "Relu(features: T) -> (activations: T) T:type in [float, double, int32,"
            + " uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.of(ActivationKind.RELU);
  }

  @Override
  public Algebra algebra() {
    return Algebra.IDEMPOTENT;
  }

  @Override
  protected double real(double x) {
    return Activations.relu(x);
  }

  @Override
  protected long integer(long x) {
    return Math.max(x, 0);
  }

  @Override
  protected long unsigned(long x) {
    return x;
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.op("ReluGrad", dy, y);
  }
}
