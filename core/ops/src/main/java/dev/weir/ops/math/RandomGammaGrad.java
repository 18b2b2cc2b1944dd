package dev.weir.ops.math;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.math.special.IncompleteGamma;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.tensor.DType;

/**
 * {@code output} is the derivative of a gamma-distributed {@code sample} with respect to the
 * parameter {@code alpha} of its distribution, broadcasting; 0 for samples too unlikely to occur;
 * <a href="https://arxiv.org/abs/1805.08498">Figurnov et al. 2018</a>.
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
  public Kernel kernel(KernelSpec spec) {
    double largest = spec.inputDtype(0) == DType.FLOAT32 ? Float.MAX_VALUE : Double.MAX_VALUE;
    return BinaryKernels.real(
        (alpha, sample) -> IncompleteGamma.sampleGradient(alpha, sample, largest));
  }
}
