package dev.weir.ops.math;

import dev.weir.ops.math.special.IncompleteGamma;

/**
 * {@code output} is the derivative of a gamma-distributed {@code sample} with respect to the
 * parameter {@code alpha} of its distribution, broadcasting; <a
 * href="https://arxiv.org/abs/1805.08498">Figurnov et al. 2018</a>.
 */
final class RandomGammaGrad extends BinaryOp {
  RandomGammaGrad() {
    super("RandomGammaGrad(alpha: T, sample: T) -> (output: T) T:type in [float," + " double];");
  }

  @Override
  public String notDifferentiable() {
    return "it is a gradient that TensorFlow does not differentiate again";
  }

  @Override
  double real(double alpha, double sample) {
    return IncompleteGamma.sampleGradient(alpha, sample);
  }
}
