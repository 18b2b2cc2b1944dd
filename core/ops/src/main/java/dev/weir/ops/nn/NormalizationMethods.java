package dev.weir.ops.nn;

import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Methods of {@link NnOps}: normalization of batches and of neighboring channels. */
abstract class NormalizationMethods extends RecurrentMethods {
  NormalizationMethods(Scope scope) {
    super(scope);
  }

  /**
   * Normalizes the channels of images or volumes. While training without running averages mean and
   * variance may be empty.
   */
  public NnOps.BatchNorm fusedBatchNorm(
      Operand x,
      Operand scale,
      Operand offset,
      Operand mean,
      Operand variance,
      BatchNormOptions options) {
    Node node =
        options
            .on(node("FusedBatchNormV3", x, scale, offset, mean, variance))
            .attr("exponential_avg_factor", options.averageFactor())
            .build();
    return new NnOps.BatchNorm(
        node.output(0), node.output(1), node.output(2), node.output(3), node.output(4));
  }

  /** {@code x / (1 + Σ x²)^(1/2)} over the channels at most 5 away. */
  public Output localResponseNormalization(Operand input) {
    return localResponseNormalization(input, 5, 1, 1, 0.5f);
  }

  /** {@code x / (bias + alpha Σ x²)^beta} over the channels at most {@code radius} away. */
  public Output localResponseNormalization(
      Operand input, long radius, float bias, float alpha, float beta) {
    return node("LRN", input)
        .attr("depth_radius", radius)
        .attr("bias", bias)
        .attr("alpha", alpha)
        .attr("beta", beta)
        .build()
        .output(0);
  }
}
