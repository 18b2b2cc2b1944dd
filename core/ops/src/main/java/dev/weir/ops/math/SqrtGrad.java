package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/**
 * {@code z = dy / 2y}: the gradient of {@code Sqrt} from its result y; 0 where dy is, whatever y.
 */
final class SqrtGrad extends SameShapeOp {
  SqrtGrad() {
    super(
        "SqrtGrad(y: T, dy: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double y, double dy) {
    return dy == 0 ? 0 : 0.5 * dy / y;
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    if (c == 0 && d == 0) {
      out.set(0, 0);
      return;
    }
    ComplexFunctions.divide(0.5 * c, 0.5 * d, a, -b, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.neg(on.op("MulNoNan", on.conj(on.div(dz, y)), z));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.mul(0.5, on.div(dz, y));
  }
}
