package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryOp;

/**
 * {@code y} is -1, 0 or 1 as x is negative, zero or positive; NaN stays NaN. A complex number
 * becomes {@code x / |x|}, zero stays zero.
 */
final class Sign extends UnaryOp {
  Sign() {
    super(
        "Sign(x: T) -> (y: T) T:type in [bfloat16, half, float, double, int8, int16,"
            + " int32, int64, complex64, complex128];");
  }

  @Override
  protected double real(double x) {
    return Math.signum(x);
  }

  @Override
  protected long integer(long x) {
    return Long.signum(x);
  }

  @Override
  protected void complex(double a, double b, ComplexFunction.Result out) {
    ComplexFunctions.sign(a, b, out);
  }

  /** A real sign does not change. A complex one turns with x, but does not grow. */
  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    if (!x.dtype().isComplex()) {
      return on.zerosLike(x);
    }
    Output along = on.cast(on.real(on.mul(dy, on.conj(y))), x.dtype());
    Output size =
        on.node("ComplexAbs").input(x).attr("Tout", x.dtype().realPart()).build().output(0);
    return on.op("DivNoNan", on.sub(dy, on.mul(along, y)), on.cast(size, x.dtype()));
  }
}
