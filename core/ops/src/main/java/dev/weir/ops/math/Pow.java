package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;

/** {@code z = xʸ}, broadcasting. Integers wrap; an integer exponent must not be negative. */
final class Pow extends BinaryOp {
  Pow() {
    super(
        "Pow(x: T, y: T) -> (z: T) T:type in [bfloat16, float, half, double, int8,"
            + " int16, int32, int64, complex64, complex128];");
  }

  @Override
  public Algebra algebra() {
    return new Algebra(null, 1.0, false, false, true);
  }

  @Override
  protected double real(double x, double y) {
    return RealPower.of(x, y);
  }

  @Override
  protected long integer(long x, long y) {
    return IntegerMath.power(x, y);
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.power(a, b, c, d, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    Output power = on.conj(y);
    return on.mul(on.mul(dz, power), on.op("Pow", on.conj(x), on.sub(power, on.scalar(1, y))));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    Output base = on.conj(x);
    Output zero = on.scalar(0, x);
    Output hasLog = on.op(x.dtype().isComplex() ? "NotEqual" : "Greater", x, zero);
    Output log = on.select(hasLog, on.op("Log", on.select(hasLog, base, on.scalar(1, x))), zero);
    return on.mul(on.mul(dz, on.conj(z)), log);
  }
}
