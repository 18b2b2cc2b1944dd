package dev.weir.ops.math;

import dev.weir.ops.math.special.IncompleteGamma;

/** {@code z} is the derivative of {@code Igamma(a, x)} with respect to a, broadcasting. */
final class IgammaGradA extends BinaryOp {
  IgammaGradA() {
    super("IgammaGradA(a: T, x: T) -> (z: T) T:type in [float, double];");
  }

  @Override
  public String notDifferentiable() {
    return "it is a gradient that TensorFlow does not differentiate again";
  }

  @Override
  double real(double a, double x) {
    return IncompleteGamma.lowerGradient(a, x);
  }
}
