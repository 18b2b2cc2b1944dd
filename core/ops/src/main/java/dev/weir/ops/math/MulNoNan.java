package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;

/** {@code z = x · y}, but 0 where y is 0, even if x is infinite or NaN; broadcasting. */
final class MulNoNan extends BinaryOp {
  MulNoNan() {
    super(
        "MulNoNan(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double x, double y) {
    return y == 0 ? 0 : x * y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (c == 0 && d == 0) {
      out.set(0, 0);
    } else {
      ComplexFunctions.multiply(a, b, c, d, out);
    }
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.op("MulNoNan", dz, on.conj(y));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.op("MulNoNan", on.conj(x), dz);
  }
}
