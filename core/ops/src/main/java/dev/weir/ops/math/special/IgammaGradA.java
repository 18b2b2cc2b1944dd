package dev.weir.ops.math.special;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.special.IncompleteGamma;

/** {@code z} is the derivative of {@code Igamma(a, x)} with respect to a, broadcasting. */
final class IgammaGradA extends BinaryOp {
  IgammaGradA() {
    super("IgammaGradA(a: T, x: T) -> (z: T) T:type in [float, double];");
  }

  @Override
  protected double real(double a, double x) {
    return IncompleteGamma.lowerGradient(a, x);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output a, Output x, Output z, Output dz) {
    throw z.node().error(ErrorCode.UNIMPLEMENTED, "its derivative by a is not defined, only by x");
  }

  @Override
  protected Output derivativeY(GradientOps on, Output a, Output x, Output z, Output dz) {
    Output bend = on.sub(on.op("Log", x), on.op("Digamma", a));
    return on.mul(dz, on.mul(Igamma.density(on, a, x), bend));
  }
}
