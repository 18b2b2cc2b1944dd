package dev.weir.ops.nn;

import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.Scope;

/** Builds nodes: convolutions and dilation, and their gradients. */
public final class ConvOps {
  private final Scope scope;

  public ConvOps(Scope scope) {
    this.scope = scope;
  }

  private NodeBuilder node(String op, Operand... inputs) {
    NodeBuilder builder = scope.node(op);
    for (Operand input : inputs) {
      builder.input(input);
    }
    return builder;
  }

  private static Output first(NodeBuilder builder) {
    return builder.build().output(0);
  }

  /**
   * A convolution of images with a filter {@code [rows, columns, channels, outputs]}. If the images
   * have more channels than the filter, those are divided in groups.
   */
  public Output conv2d(Operand input, Operand filter, Sliding sliding) {
    return first(sliding.onConvolution(node("Conv2D", input, filter)));
  }

  /** The gradient of {@link #conv2d} with respect to images of these sizes. */
  public Output conv2dBackpropInput(
      Operand inputSizes, Operand filter, Operand outBackprop, Sliding sliding) {
    return first(
        sliding.onConvolution(node("Conv2DBackpropInput", inputSizes, filter, outBackprop)));
  }

  /** The gradient of {@link #conv2d} with respect to a filter of these sizes. */
  public Output conv2dBackpropFilter(
      Operand input, Operand filterSizes, Operand outBackprop, Sliding sliding) {
    return first(
        sliding.onConvolution(node("Conv2DBackpropFilter", input, filterSizes, outBackprop)));
  }

  /**
   * A convolution of each channel of images with filters of its own: {@code [rows, columns,
   * channels, outputs of a channel]}.
   */
  public Output depthwiseConv2dNative(Operand input, Operand filter, Sliding sliding) {
    return first(sliding.onConvolution(node("DepthwiseConv2dNative", input, filter)));
  }

  /** The gradient of {@link #depthwiseConv2dNative} with respect to images of these sizes. */
  public Output depthwiseConv2dNativeBackpropInput(
      Operand inputSizes, Operand filter, Operand outBackprop, Sliding sliding) {
    return first(
        sliding.onConvolution(
            node("DepthwiseConv2dNativeBackpropInput", inputSizes, filter, outBackprop)));
  }

  /** The gradient of {@link #depthwiseConv2dNative} with respect to a filter of these sizes. */
  public Output depthwiseConv2dNativeBackpropFilter(
      Operand input, Operand filterSizes, Operand outBackprop, Sliding sliding) {
    return first(
        sliding.onConvolution(
            node("DepthwiseConv2dNativeBackpropFilter", input, filterSizes, outBackprop)));
  }

  /** A convolution of volumes with a filter {@code [planes, rows, columns, channels, outputs]}. */
  public Output conv3d(Operand input, Operand filter, Sliding sliding) {
    return first(sliding.onConvolution(node("Conv3D", input, filter)));
  }

  /** The gradient of {@link #conv3d} with respect to volumes of these sizes. */
  public Output conv3dBackpropInput(
      Operand inputSizes, Operand filter, Operand outBackprop, Sliding sliding) {
    return first(
        sliding.onConvolution(node("Conv3DBackpropInputV2", inputSizes, filter, outBackprop)));
  }

  /** The gradient of {@link #conv3d} with respect to a filter of these sizes. */
  public Output conv3dBackpropFilter(
      Operand input, Operand filterSizes, Operand outBackprop, Sliding sliding) {
    return first(
        sliding.onConvolution(node("Conv3DBackpropFilterV2", input, filterSizes, outBackprop)));
  }

  /** The largest sum of images and a filter {@code [rows, columns, channels]} on them. */
  public Output dilation2d(Operand input, Operand filter, Sliding sliding) {
    return first(sliding.onDilation(node("Dilation2D", input, filter)));
  }

  /** The gradient of {@link #dilation2d} with respect to the images. */
  public Output dilation2dBackpropInput(
      Operand input, Operand filter, Operand outBackprop, Sliding sliding) {
    return first(sliding.onDilation(node("Dilation2DBackpropInput", input, filter, outBackprop)));
  }

  /** The gradient of {@link #dilation2d} with respect to the filter. */
  public Output dilation2dBackpropFilter(
      Operand input, Operand filter, Operand outBackprop, Sliding sliding) {
    return first(sliding.onDilation(node("Dilation2DBackpropFilter", input, filter, outBackprop)));
  }
}
