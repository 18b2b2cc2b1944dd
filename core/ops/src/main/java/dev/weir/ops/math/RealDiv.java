package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;

/** {@code z = x / y}, broadcasting. Integers are divided toward 0, and not by 0. */
final class RealDiv extends BinaryOp {
  RealDiv() {
    super(
        "RealDiv(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " uint8, int8, uint16, int16, int32, uint32, uint64, int64, complex64,"
            + " complex128];");
  }

  @Override
  public Algebra algebra() {
    return new Algebra(null, 1.0, false, false, true);
  }

  @Override
  protected double real(double x, double y) {
    return x / y;
  }

  @Override
  protected long integer(long x, long y) {
    return IntegerMath.divide(x, y);
  }

  @Override
  protected long unsigned(long x, long y) {
    return IntegerMath.divideUnsigned(x, y);
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.divide(a, b, c, d, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.div(dz, on.conj(y));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return on.neg(on.div(on.mul(dz, on.conj(z)), on.conj(y)));
  }
}
