package dev.weir.ops.nn.conv;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.support.SameAttributes;

/** A convolution and its two gradients, each of which is a part of the gradients of the others. */
enum ConvolutionFamily {
  IMAGES("Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter"),
  DEPTHWISE(
      "DepthwiseConv2dNative",
      "DepthwiseConv2dNativeBackpropInput",
      "DepthwiseConv2dNativeBackpropFilter"),
  VOLUMES("Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2");

  private static final String[] ATTRIBUTES = {
    "strides", "padding", "explicit_paddings", "data_format", "dilations"
  };

  private final String forward;
  private final String inputGradient;
  private final String filterGradient;

  ConvolutionFamily(String forward, String inputGradient, String filterGradient) {
    this.forward = forward;
    this.inputGradient = inputGradient;
    this.filterGradient = filterGradient;
  }

  /** The convolution, sliding as the node does that is differentiated. */
  Output forward(GradientContext context, Operand input, Operand filter) {
    return SameAttributes.build(context, forward, ATTRIBUTES, input, filter);
  }

  /** Its gradient with respect to an input of these sizes. */
  Output inputGradient(GradientContext context, Operand sizes, Operand filter, Operand gradient) {
    return SameAttributes.build(context, inputGradient, ATTRIBUTES, sizes, filter, gradient);
  }

  /** Its gradient with respect to a filter of these sizes. */
  Output filterGradient(GradientContext context, Operand input, Operand sizes, Operand gradient) {
    return SameAttributes.build(context, filterGradient, ATTRIBUTES, input, sizes, gradient);
  }
}
