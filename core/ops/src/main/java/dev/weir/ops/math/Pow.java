package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.ops.support.ComplexFunction;

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
  double real(double x, double y) {
    return RealPower.of(x, y);
  }

  @Override
  long integer(long x, long y) {
    return IntegerMath.power(x, y);
  }

  @Override
  void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.power(a, b, c, d, out);
  }
}
