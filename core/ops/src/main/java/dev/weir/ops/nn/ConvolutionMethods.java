package dev.weir.ops.nn;

import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/**
 * Methods of {@link NnOps}: convolution, dilation and pooling. The size of a pooling window is rows
 * and columns, or planes, rows and columns.
 */
abstract class ConvolutionMethods extends ActivationMethods {
  ConvolutionMethods(Scope scope) {
    super(scope);
  }

  /**
   * A convolution of images with a filter {@code [rows, columns, channels, outputs]}. If the images
   * have more channels than the filter, those are divided in groups.
   */
  public Output conv2d(Operand input, Operand filter, Sliding sliding) {
    return sliding.onConvolution(node("Conv2D", input, filter)).build().output(0);
  }

  /**
   * The transposed convolution: the gradient of {@link #conv2d} with respect to images of these
   * sizes.
   */
  public Output conv2dBackpropInput(
      Operand inputSizes, Operand filter, Operand outBackprop, Sliding sliding) {
    return sliding
        .onConvolution(node("Conv2DBackpropInput", inputSizes, filter, outBackprop))
        .build()
        .output(0);
  }

  /**
   * A convolution of each channel of images with filters of its own: {@code [rows, columns,
   * channels, outputs of a channel]}.
   */
  public Output depthwiseConv2dNative(Operand input, Operand filter, Sliding sliding) {
    return sliding.onConvolution(node("DepthwiseConv2dNative", input, filter)).build().output(0);
  }

  /** A convolution of volumes with a filter {@code [planes, rows, columns, channels, outputs]}. */
  public Output conv3d(Operand input, Operand filter, Sliding sliding) {
    return sliding.onConvolution(node("Conv3D", input, filter)).build().output(0);
  }

  /**
   * The transposed convolution: the gradient of {@link #conv3d} with respect to volumes of these
   * sizes.
   */
  public Output conv3dBackpropInput(
      Operand inputSizes, Operand filter, Operand outBackprop, Sliding sliding) {
    return sliding
        .onConvolution(node("Conv3DBackpropInputV2", inputSizes, filter, outBackprop))
        .build()
        .output(0);
  }

  /** The largest sum of images and a filter {@code [rows, columns, channels]} on them. */
  public Output dilation2d(Operand input, Operand filter, Sliding sliding) {
    return sliding.onDilation(node("Dilation2D", input, filter)).build().output(0);
  }

  private static Output pooled(NodeBuilder builder, long[] size, Sliding sliding) {
    return sliding.onPooling(builder, size).build().output(0);
  }

  /** The largest element of each window of images. */
  public Output maxPool(Operand input, long[] size, Sliding sliding) {
    return pooled(node("MaxPool", input), size, sliding);
  }

  /** The largest element of each window of images; size and strides are vectors of 4 numbers. */
  public Output maxPool(Operand input, Operand size, Operand strides, Sliding padding) {
    return padding.onPadding(node("MaxPoolV2", input, size, strides)).build().output(0);
  }

  /**
   * The largest element of each window, and its position in its image, or in all images if {@code
   * countsBatch}.
   */
  public NnOps.MaxPoolWithArgmax maxPoolWithArgmax(
      Operand input, long[] size, Sliding sliding, boolean countsBatch) {
    Node node =
        sliding
            .on(node("MaxPoolWithArgmax", input))
            .attr("ksize", sliding.inLayout(size))
            .attr("include_batch_in_index", countsBatch)
            .build();
    return new NnOps.MaxPoolWithArgmax(node.output(0), node.output(1));
  }

  /** The average of each window of images; padding does not count. */
  public Output avgPool(Operand value, long[] size, Sliding sliding) {
    return pooled(node("AvgPool", value), size, sliding);
  }

  /** The largest element of each window of volumes. */
  public Output maxPool3d(Operand input, long[] size, Sliding sliding) {
    return pooled(node("MaxPool3D", input), size, sliding);
  }

  /** The average of each window of volumes; padding does not count. */
  public Output avgPool3d(Operand input, long[] size, Sliding sliding) {
    return pooled(node("AvgPool3D", input), size, sliding);
  }
}
