package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/** {@code z = dy · (1 - y²)}: the gradient of {@code Tanh} from its result y. */
final class TanhGrad extends SameShapeOp {
  TanhGrad() {
    super(
        "TanhGrad(y: T, dy: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double y, double dy) {
    return dy * (1 - y * y);
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.multiply(a, b, a, b, out);
    ComplexFunctions.multiply(c, d, 1 - out.real, -out.imaginary, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.mul(on.mul(-2, dz), on.conj(on.mul(y, dy)));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.op("TanhGrad", on.conj(y), dz);
  }
}
