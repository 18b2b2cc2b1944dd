package dev.weir.ops.nn.conv;

/** The gradient of {@code Conv2D} with respect to its images. */
final class Conv2DBackpropInput extends ConvolutionInputGradient {
  Conv2DBackpropInput() {
    super(
        "Conv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> (output: T)"
            + " T:type in [half, bfloat16, float, double, int32]; strides:list(int);"
            + " use_cudnn_on_gpu:bool=true; padding:string in [\"SAME\", \"VALID\","
            + " \"EXPLICIT\"]; explicit_paddings:list(int)=[]; data_format:string=\"NHWC\" in"
            + " [\"NHWC\", \"NCHW\"]; dilations:list(int)=[1, 1, 1, 1];",
        ConvolutionFamily.IMAGES);
  }
}
