package dev.weir.ops.nn.conv;

/** A convolution of each channel of images with filters of its own. */
final class DepthwiseConv2dNative extends ConvolutionForward {
  DepthwiseConv2dNative() {
    super(
        "DepthwiseConv2dNative(input: T, filter: T) -> (output: T) T:type in [half,"
            + " bfloat16, float, double]; strides:list(int); padding:string in [\"SAME\","
            + " \"VALID\", \"EXPLICIT\"]; explicit_paddings:list(int)=[];"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\"]; dilations:list(int)=[1, 1,"
            + " 1, 1];",
        ConvolutionFamily.DEPTHWISE);
  }
}
