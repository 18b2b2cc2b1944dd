package dev.weir.ops.nn;

import dev.weir.graph.NodeBuilder;

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

  /** Sets the attributes that normalization and its gradients have in common. */
  public NodeBuilder on(NodeBuilder builder) {
    return builder
        .attr("epsilon", epsilon)
        .attr("data_format", dataFormat)
        .attr("is_training", isTraining);
  }
}
