package dev.weir.ops.nn;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/**
 * Builds nodes: the largest elements and the averages of windows, and their gradients. A window's
 * size is rows and columns, or planes, rows and columns.
 */
public final class PoolOps {
  private final Scope scope;

  public PoolOps(Scope scope) {
    this.scope = scope;
  }

  /** The largest elements, and where they are. */
  public record MaxPoolWithArgmax(Output output, Output argmax) {}

  private NodeBuilder node(String op, Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }

  private static Output pooled(NodeBuilder builder, long[] size, Sliding sliding) {
    return sliding.onLayout(builder).attr("ksize", sliding.inLayout(size)).build().output(0);
  }

  /** The largest element of each window of images. */
  public Output maxPool(Operand input, long[] size, Sliding sliding) {
    return pooled(node("MaxPool", input), size, sliding);
  }

  /** The same; size and strides are inputs, of 4 numbers each. */
  public Output maxPoolV2(Operand input, Operand size, Operand strides, Sliding padding) {
    return padding.onPadding(node("MaxPoolV2", input, size, strides)).build().output(0);
  }

  /** The gradient of {@link #maxPool} from its input, its output and the gradient of that. */
  public Output maxPoolGrad(
      Operand input, Operand output, Operand grad, long[] size, Sliding sliding) {
    return pooled(node("MaxPoolGrad", input, output, grad), size, sliding);
  }

  /** The gradient of {@link #maxPoolV2}. */
  public Output maxPoolGradV2(
      Operand input, Operand output, Operand grad, Operand size, Operand strides, Sliding padding) {
    return padding
        .onPadding(node("MaxPoolGradV2", input, output, grad, size, strides))
        .build()
        .output(0);
  }

  /** The gradient of {@link #maxPoolGrad} with respect to the gradient it was given. */
  public Output maxPoolGradGrad(
      Operand input, Operand output, Operand grad, long[] size, Sliding sliding) {
    return pooled(node("MaxPoolGradGrad", input, output, grad), size, sliding);
  }

  /** The gradient of {@link #maxPoolGradV2} with respect to the gradient it was given. */
  public Output maxPoolGradGradV2(
      Operand input, Operand output, Operand grad, Operand size, Operand strides, Sliding padding) {
    return padding
        .onPadding(node("MaxPoolGradGradV2", input, output, grad, size, strides))
        .build()
        .output(0);
  }

  /**
   * The largest element of each window, and its position in its image, or in all images if {@code
   * countsBatch}.
   */
  public MaxPoolWithArgmax maxPoolWithArgmax(
      Operand input, long[] size, Sliding sliding, boolean countsBatch) {
    Node node =
        sliding
            .on(node("MaxPoolWithArgmax", input))
            .attr("ksize", sliding.inLayout(size))
            .attr("include_batch_in_index", countsBatch)
            .build();
    return new MaxPoolWithArgmax(node.output(0), node.output(1));
  }

  /** The gradient of {@link #maxPoolWithArgmax}. */
  public Output maxPoolGradWithArgmax(
      Operand input,
      Operand grad,
      Operand argmax,
      long[] size,
      Sliding sliding,
      boolean countsBatch) {
    return sliding
        .on(node("MaxPoolGradWithArgmax", input, grad, argmax))
        .attr("ksize", sliding.inLayout(size))
        .attr("include_batch_in_index", countsBatch)
        .build()
        .output(0);
  }

  /** The gradient of {@link #maxPoolGradWithArgmax} with respect to the gradient it was given. */
  public Output maxPoolGradGradWithArgmax(
      Operand input,
      Operand grad,
      Operand argmax,
      long[] size,
      Sliding sliding,
      boolean countsBatch) {
    return sliding
        .on(node("MaxPoolGradGradWithArgmax", input, grad, argmax))
        .attr("ksize", sliding.inLayout(size))
        .attr("include_batch_in_index", countsBatch)
        .build()
        .output(0);
  }

  /** The average of each window of images; padding does not count. */
  public Output avgPool(Operand value, long[] size, Sliding sliding) {
    return pooled(node("AvgPool", value), size, sliding);
  }

  /** The gradient of {@link #avgPool} with respect to images of this shape. */
  public Output avgPoolGrad(Operand inputShape, Operand grad, long[] size, Sliding sliding) {
    return pooled(node("AvgPoolGrad", inputShape, grad), size, sliding);
  }

  /** The largest element of each window of volumes. */
  public Output maxPool3d(Operand input, long[] size, Sliding sliding) {
    return pooled(node("MaxPool3D", input), size, sliding);
  }

  /** The gradient of {@link #maxPool3d} from its input, its output and the gradient of that. */
  public Output maxPool3dGrad(
      Operand input, Operand output, Operand grad, long[] size, Sliding sliding) {
    return pooled(node("MaxPool3DGrad", input, output, grad), size, sliding);
  }

  /** The gradient of {@link #maxPool3dGrad} with respect to the gradient it was given. */
  public Output maxPool3dGradGrad(
      Operand input, Operand output, Operand grad, long[] size, Sliding sliding) {
    return pooled(node("MaxPool3DGradGrad", input, output, grad), size, sliding);
  }

  /** The average of each window of volumes; padding does not count. */
  public Output avgPool3d(Operand input, long[] size, Sliding sliding) {
    return pooled(node("AvgPool3D", input), size, sliding);
  }

  /** The gradient of {@link #avgPool3d} with respect to volumes of this shape. */
  public Output avgPool3dGrad(Operand inputShape, Operand grad, long[] size, Sliding sliding) {
    return pooled(node("AvgPool3DGrad", inputShape, grad), size, sliding);
  }
}
