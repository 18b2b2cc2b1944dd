package dev.weir.ops.math;

import dev.weir.graph.Algebra;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.ComplexMath;
import dev.weir.ops.support.GradientOps;

/** {@code z = x + y}, broadcasting. Integers wrap. */
final class AddV2 extends BinaryOp {
  AddV2() {
    super(
        "AddV2(x: T, y: T) -> (z: T) T:type in [bfloat16, half, float, double, uint8, uint16,"
            + " uint32, uint64, int8, int16, int32, int64, complex64, complex128];"
            + " commutative aggregate");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.ADDITION;
  }

  /** Not exact for floats: -0.0 + 0.0 is 0.0. */
  @Override
  public Algebra algebra() {
    return new Algebra(0.0, 0.0, false, false, false);
  }

  @Override
  protected double real(double x, double y) {
    return x + y;
  }

  @Override
  protected long integer(long x, long y) {
    return x + y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexMath.add(a, b, c, d, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output x, Output y, Output z, Output dz) {
    return dz;
  }

  @Override
  protected Output derivativeY(GradientOps on, Output x, Output y, Output z, Output dz) {
    return dz;
  }
}
