package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.special.IncompleteGamma;

/**
 * {@code z = ∫ t^(a-1) e^-t dt / Γ(a)} from x to ∞: the upper regularized incomplete gamma
 * function, broadcasting; NaN for a not positive or x negative.
 */
final class Igammac extends BinaryOp {
  Igammac() {
    super("Igammac(a: T, x: T) -> (z: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double a, double x) {
    return IncompleteGamma.upper(a, x);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output a, Output x, Output z, Output dz) {
    return on.neg(on.mul(dz, Igamma.byParameter(on, a, x)));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output a, Output x, Output z, Output dz) {
    return on.neg(on.mul(dz, Igamma.density(on, a, x)));
  }
}
