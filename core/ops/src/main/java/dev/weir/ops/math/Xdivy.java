package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;

/** {@code z = x / y}, but 0 where x is 0, even if y is 0; broadcasting. */
final class Xdivy extends BinaryOp {
  Xdivy() {
    super(
        "Xdivy(x: T, y: T) -> (z: T) T:type in [half, bfloat16, float, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double x, double y) {
    return x == 0 ? 0 : x / y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (a == 0 && b == 0) {
      out.set(0, 0);
    } else {
      ComplexFunctions.divide(a, b, c, d, out);
    }
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.mul(dz, on.op("Xdivy", notZero(on, x), on.conj(y)));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.mul(dz, on.op("Xdivy", on.neg(on.conj(x)), on.square(on.conj(y))));
  }

  /** 1 where x is not 0, and 0 elsewhere. */
  static Output notZero(GradientOps on, Output x) {
    return on.cast(on.op("NotEqual", x, on.scalar(0, x)), x.dtype());
  }
}
