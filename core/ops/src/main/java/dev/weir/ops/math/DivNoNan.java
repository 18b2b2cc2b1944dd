package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;

/** {@code z = x / y}, but 0 where y is 0; broadcasting. */
final class DivNoNan extends BinaryOp {
  DivNoNan() {
    super(
        "DivNoNan(x: T, y: T) -> (z: T) T:type in [half, float, bfloat16, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double x, double y) {
    return y == 0 ? 0 : x / y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (c == 0 && d == 0) {
      out.set(0, 0);
    } else {
      ComplexFunctions.divide(a, b, c, d, out);
    }
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.op("DivNoNan", dz, on.conj(y));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.neg(on.op("DivNoNan", on.mul(dz, on.conj(z)), on.conj(y)));
  }
}
