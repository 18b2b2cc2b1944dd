package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/**
 * {@code z = -dy · y²}: the gradient of {@code Reciprocal} from its result y; 0 where dy is,
 * whatever y.
 */
final class ReciprocalGrad extends SameShapeOp {
  ReciprocalGrad() {
    super(
        "ReciprocalGrad(y: T, dy: T) -> (z: T) T:type in [bfloat16, half, float,"
            + " double, complex64, complex128];");
  }

  @Override
  protected double real(double y, double dy) {
    return dy == 0 ? 0 : -dy * y * y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (c == 0 && d == 0) {
      out.set(0, 0);
      return;
    }
    ComplexFunctions.multiply(a, -b, a, -b, out);
    ComplexFunctions.multiply(-c, -d, out.real, out.imaginary, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.mul(on.mul(-2, on.conj(dz)), on.mul(dy, on.conj(y)));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.op("ReciprocalGrad", on.conj(y), dz);
  }
}
