package dev.weir.ops.nn.conv;

/** The gradient of {@code Conv2D} with respect to its filters. */
final class Conv2DBackpropFilter extends ConvolutionFilterGradient {
  Conv2DBackpropFilter() {
    super(
        "Conv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> (output:"
            + " T) T:type in [half, bfloat16, float, double]; strides:list(int);"
            + " use_cudnn_on_gpu:bool=true; padding:string in [\"SAME\", \"VALID\","
            + " \"EXPLICIT\"]; explicit_paddings:list(int)=[]; data_format:string=\"NHWC\" in"
            + " [\"NHWC\", \"NCHW\"]; dilations:list(int)=[1, 1, 1, 1];",
        ConvolutionFamily.IMAGES);
  }
}
