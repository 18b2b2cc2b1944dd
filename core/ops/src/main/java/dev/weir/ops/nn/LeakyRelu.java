package dev.weir.ops.nn;

import dev.weir.graph.ActivationKind;
import dev.weir.graph.OpTraits;
import dev.weir.graph.Output;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.UnaryKernels;
import dev.weir.ops.support.UnaryOp;

/**
 * {@code activations = features} where these are positive and {@code alpha · features} elsewhere.
 */
final class LeakyRelu extends UnaryOp {
  LeakyRelu() {
    super(
        "LeakyRelu(features: T) -> (activations: T) alpha:float=0.2; T:type=float in"
            + " [half, bfloat16, float, double];");
  }

  @Override
  public OpTraits traits() {
    return OpTraits.of(ActivationKind.LEAKY_RELU);
  }

  @Override
  public Kernel kernel(KernelSpec spec) {
    float alpha = spec.attrs().floating("alpha");
    return UnaryKernels.real(x -> x > 0 ? x : alpha * x);
  }

  @Override
  protected Output derivative(GradientOps on, Output x, Output y, Output dy) {
    return on.node("LeakyReluGrad")
        .input(dy)
        .input(x)
        .attr("alpha", y.node().attrs().floating("alpha"))
        .build()
        .output(0);
  }
}
