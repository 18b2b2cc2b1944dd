package dev.weir.ops.nn.conv;

/** The gradient of {@code DepthwiseConv2dNative} with respect to its images. */
final class DepthwiseConv2dNativeBackpropInput extends ConvolutionInputGradient {
  DepthwiseConv2dNativeBackpropInput() {
    super(
        "DepthwiseConv2dNativeBackpropInput(input_sizes: int32, filter: T, out_backprop: T)"
            + " -> (output: T) T:type in [half, bfloat16, float, double]; strides:list(int);"
            + " padding:string in [\"SAME\", \"VALID\", \"EXPLICIT\"];"
            + " explicit_paddings:list(int)=[]; data_format:string=\"NHWC\" in [\"NHWC\","
            + " \"NCHW\"]; dilations:list(int)=[1, 1, 1, 1];",
        ConvolutionFamily.DEPTHWISE);
  }
}
