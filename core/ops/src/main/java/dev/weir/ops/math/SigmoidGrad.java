package dev.weir.ops.math;

import dev.weir.graph.Output;
import dev.weir.ops.support.ComplexFunction;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.SameShapeOp;

/** {@code z = dy · y · (1 - y)}: the gradient of {@code Sigmoid} from its result y. */
final class SigmoidGrad extends SameShapeOp {
  SigmoidGrad() {
    super(
        "SigmoidGrad(y: T, dy: T) -> (z: T) T:type in [bfloat16, half, float, double,"
            + " complex64, complex128];");
  }

  @Override
  protected double real(double y, double dy) {
    return dy * y * (1 - y);
  }

  @Override
  protected void complex(double a, double b, double c, double d, ComplexFunction.Result out) {
    ComplexFunctions.multiply(a, b, 1 - a, -b, out);
    ComplexFunctions.multiply(c, d, out.real, out.imaginary, out);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output y, Output dy, Output z, Output dz) {
    Output both = on.mul(dz, on.conj(dy));
    return on.sub(both, on.mul(2, on.mul(both, on.conj(y))));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output y, Output dy, Output z, Output dz) {
    return on.op("SigmoidGrad", on.conj(y), dz);
  }
}
