package dev.weir.ops.math.special;

import dev.weir.graph.Output;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.special.IncompleteGamma;
import dev.weir.tensor.DType;

/**
 * {@code z = ∫ t^(a-1) e^-t dt / Γ(a)} from 0 to x: the lower regularized incomplete gamma
 * function, broadcasting; NaN for a not positive or x negative.
 */
final class Igamma extends BinaryOp {
  Igamma() {
    super("Igamma(a: T, x: T) -> (z: T) T:type in [bfloat16, half, float, double];");
  }

  @Override
  protected double real(double a, double x) {
    return IncompleteGamma.lower(a, x);
  }

  @Override
  protected Output derivativeX(GradientOps on, Output a, Output x, Output z, Output dz) {
    return on.mul(dz, byParameter(on, a, x));
  }

  @Override
  protected Output derivativeY(GradientOps on, Output a, Output x, Output z, Output dz) {
    return on.mul(dz, density(on, a, x));
  }

  /** The derivative with respect to a, which is to be had in 32 and 64 bits only. */
  static Output byParameter(GradientOps on, Output a, Output x) {
    DType wide = x.dtype() == DType.FLOAT64 ? DType.FLOAT64 : DType.FLOAT32;
    return on.cast(on.op("IgammaGradA", on.cast(a, wide), on.cast(x, wide)), x.dtype());
  }

  /** The derivative with respect to x, by logarithms because Γ(a) grows so fast. */
  static Output density(GradientOps on, Output a, Output x) {
    Output power = on.op("Xlogy", on.sub(a, on.scalar(1, a)), x);
    return on.op("Exp", on.sub(on.sub(power, x), on.op("Lgamma", a)));
  }
}
