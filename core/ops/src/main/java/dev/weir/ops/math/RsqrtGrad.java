package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/**
 * {@code z = -dy · y³ / 2}: the gradient of {@code Rsqrt} from its result y; 0 where dy is,
 * whatever y.
 */
final class RsqrtGrad extends SameShapeOp {
  RsqrtGrad() {
    super(
        "RsqrtGrad(y: T, dy: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double y, double dy) {
    return dy == 0 ? 0 : -0.5 * dy * y * y * y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (c == 0 && d == 0) {
      out.set(0, 0);
      return;
    }
    ComplexFunctions.multiply(a, -b, a, -b, out);
    ComplexFunctions.multiply(a, -b, out.real, out.imaginary, out);
    ComplexFunctions.multiply(-0.5 * c, -0.5 * d, out.real, out.imaginary, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.mul(on.mul(-1.5, on.conj(dz)), on.mul(dy, on.square(on.conj(y))));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.op("RsqrtGrad", on.conj(y), dz);
  }
}
