package dev.weir.ops.math.special;

import dev.weir.error.ErrorCode;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.BinaryKernels;
import dev.weir.ops.support.BinaryOp;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.special.IncompleteGamma;
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
  public Kernel kernel(KernelSpec spec) {
    double largest = spec.inputDtype(0) == DType.FLOAT32 ? Float.MAX_VALUE : Double.MAX_VALUE;
    return BinaryKernels.real(
        (alpha, sample) -> IncompleteGamma.sampleGradient(alpha, sample, largest));
  }

  @Override
  protected Output derivativeX(GradientOps on, Output alpha, Output sample, Output z, Output dz) {
    throw z.node()
        .error(ErrorCode.UNIMPLEMENTED, "its derivative by alpha is not defined, only by sample");
  }

  /**
   * With P the distribution function and p its density, z is {@code -∂P/∂alpha / p}; the derivative
   * of the one is {@code p · (log sample - ψ(alpha))} and that of the logarithm of the other {@code
   * (alpha - 1) / sample - 1}.
   */
  @Override
  protected Output derivativeY(GradientOps on, Output alpha, Output sample, Output z, Output dz) {
    Output one = on.scalar(1, sample);
    Output bend = on.sub(on.op("Digamma", alpha), on.op("Log", sample));
    Output decay = on.sub(on.div(on.sub(alpha, one), sample), one);
    return on.mul(dz, on.sub(bend, on.mul(z, decay)));
  }
}
