package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;

/** {@code z = x · ln y}, but 0 where x is 0, even if y is 0; broadcasting. */
final class Xlogy extends BinaryOp {
  Xlogy() {
    super(
        "Xlogy(x: T, y: T) -> (z: T) T:type in [half, bfloat16, float, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double x, double y) {
    return x == 0 ? 0 : x * Math.log(y);
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (a == 0 && b == 0) {
      out.set(0, 0);
    } else {
      ComplexFunctions.log(c, d, out);
      ComplexFunctions.multiply(a, b, out.real, out.imaginary, out);
    }
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.mul(dz, on.op("Xlogy", Xdivy.notZero(on, x), on.conj(y)));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.mul(dz, on.op("Xdivy", on.conj(x), on.conj(y)));
  }
}
