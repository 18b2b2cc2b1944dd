package dev.weir.ops.nn.conv;

/** The gradient of {@code DepthwiseConv2dNative} with respect to its filters. */
final class DepthwiseConv2dNativeBackpropFilter extends ConvolutionFilterGradient {
  DepthwiseConv2dNativeBackpropFilter() {
    super(
        "DepthwiseConv2dNativeBackpropFilter(input: T, filter_sizes: int32, out_backprop:"
            + " T) -> (output: T) T:type in [half, bfloat16, float, double]; strides:list(int);"
            + " padding:string in [\"SAME\", \"VALID\", \"EXPLICIT\"];"
            + " explicit_paddings:list(int)=[]; data_format:string=\"NHWC\" in [\"NHWC\","
            + " \"NCHW\"]; dilations:list(int)=[1, 1, 1, 1];",
        ConvolutionFamily.DEPTHWISE);
  }
}
