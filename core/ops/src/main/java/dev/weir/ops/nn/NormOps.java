package dev.weir.ops.nn;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: normalization of batches and of neighboring channels. */
public final class NormOps {
  private final Scope scope;

  public NormOps(Scope scope) {
    this.scope = scope;
  }

  /**
   * Images whose channels are normalized.
   *
   * @param mean of the batch, or the running one
   * @param variance of the batch as a sample, or the running one
   * @param savedMean what the gradient needs
   * @param savedVariance what the gradient needs
   */
  public record BatchNorm(
      Output y, Output mean, Output variance, Output savedMean, Output savedVariance) {}

  /** The gradients with respect to images, scale and offset. */
  public record BatchNormGrad(Output x, Output scale, Output offset) {}

  /**
   * How batches are normalized.
   *
   * @param epsilon added to variances
   * @param averageFactor how far running mean and variance move toward those of a batch
   * @param dataFormat {@code NHWC}, {@code NCHW}, {@code NDHWC} or {@code NCDHW}
   * @param isTraining whether mean and variance are those of the batch
   */
  public record BatchNormOptions(
      float epsilon, float averageFactor, String dataFormat, boolean isTraining) {
    /** Training on images, without running averages. */
    public static final BatchNormOptions TRAINING = new BatchNormOptions(1e-4f, 1, "NHWC", true);

    /** With the mean and the variance that are given. */
    public static final BatchNormOptions INFERENCE = new BatchNormOptions(1e-4f, 1, "NHWC", false);
  }

  /**
   * Normalizes the channels of images or volumes. While training without running averages mean and
   * variance may be empty.
   */
  public BatchNorm fusedBatchNorm(
      Operand x,
      Operand scale,
      Operand offset,
      Operand mean,
      Operand variance,
      BatchNormOptions options) {
    return batchNorm("FusedBatchNormV3", x, scale, offset, mean, variance, options);
  }

  /** The same as older files have it, in float32. */
  public BatchNorm fusedBatchNormV1(
      Operand x,
      Operand scale,
      Operand offset,
      Operand mean,
      Operand variance,
      BatchNormOptions options) {
    return batchNorm("FusedBatchNorm", x, scale, offset, mean, variance, options);
  }

  /** The same as older files have it, for images. */
  public BatchNorm fusedBatchNormV2(
      Operand x,
      Operand scale,
      Operand offset,
      Operand mean,
      Operand variance,
      BatchNormOptions options) {
    return batchNorm("FusedBatchNormV2", x, scale, offset, mean, variance, options);
  }

  private BatchNorm batchNorm(
      String op,
      Operand x,
      Operand scale,
      Operand offset,
      Operand mean,
      Operand variance,
      BatchNormOptions options) {
    Node node =
        with(
                options,
                scope.node(op).input(x).input(scale).input(offset).input(mean).input(variance))
            .attr("exponential_avg_factor", options.averageFactor)
            .build();
    return new BatchNorm(
        node.output(0), node.output(1), node.output(2), node.output(3), node.output(4));
  }

  private static NodeBuilder with(BatchNormOptions options, NodeBuilder builder) {
    return builder
        .attr("epsilon", options.epsilon)
        .attr("data_format", options.dataFormat)
        .attr("is_training", options.isTraining);
  }

  /** The gradients of {@link #fusedBatchNorm}; {@code reserve} is what a device kept. */
  public BatchNormGrad fusedBatchNormGrad(
      Operand grad,
      Operand x,
      Operand scale,
      Operand savedMean,
      Operand savedVariance,
      Operand reserve,
      BatchNormOptions options) {
    return gradients(
        scope
            .node("FusedBatchNormGradV3")
            .input(grad)
            .input(x)
            .input(scale)
            .input(savedMean)
            .input(savedVariance)
            .input(reserve),
        options);
  }

  /** The gradients of {@link #fusedBatchNormV1}. */
  public BatchNormGrad fusedBatchNormGradV1(
      Operand grad,
      Operand x,
      Operand scale,
      Operand savedMean,
      Operand savedVariance,
      BatchNormOptions options) {
    return gradients(
        scope
            .node("FusedBatchNormGrad")
            .input(grad)
            .input(x)
            .input(scale)
            .input(savedMean)
            .input(savedVariance),
        options);
  }

  /** The gradients of {@link #fusedBatchNormV2}. */
  public BatchNormGrad fusedBatchNormGradV2(
      Operand grad,
      Operand x,
      Operand scale,
      Operand savedMean,
      Operand savedVariance,
      BatchNormOptions options) {
    return gradients(
        scope
            .node("FusedBatchNormGradV2")
            .input(grad)
            .input(x)
            .input(scale)
            .input(savedMean)
            .input(savedVariance),
        options);
  }

  private static BatchNormGrad gradients(NodeBuilder builder, BatchNormOptions options) {
    Node node = with(options, builder).build();
    return new BatchNormGrad(node.output(0), node.output(1), node.output(2));
  }

  /** {@code x / (1 + Σ x²)^(1/2)} over the channels at most 5 away. */
  public Output localResponseNormalization(Operand input) {
    return localResponseNormalization(input, 5, 1, 1, 0.5f);
  }

  /** {@code x / (bias + alpha Σ x²)^beta} over the channels at most {@code radius} away. */
  public Output localResponseNormalization(
      Operand input, long radius, float bias, float alpha, float beta) {
    return scope
        .node("LRN")
        .input(input)
        .attr("depth_radius", radius)
        .attr("bias", bias)
        .attr("alpha", alpha)
        .attr("beta", beta)
        .build()
        .output(0);
  }

  /** The gradient of {@link #localResponseNormalization} from its input and output. */
  public Output localResponseNormalizationGrad(
      Operand grads,
      Operand input,
      Operand output,
      long radius,
      float bias,
      float alpha,
      float beta) {
    return scope
        .node("LRNGrad")
        .input(grads)
        .input(input)
        .input(output)
        .attr("depth_radius", radius)
        .attr("bias", bias)
        .attr("alpha", alpha)
        .attr("beta", beta)
        .build()
        .output(0);
  }
}
