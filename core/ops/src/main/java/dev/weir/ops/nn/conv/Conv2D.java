package dev.weir.ops.nn.conv;

/**
 * A convolution of images with filters: each output is the sum of products of a filter and what it
 * covers of the images.
 */
final class Conv2D extends ConvolutionForward {
  Conv2D() {
    super(
        "Conv2D(input: T, filter: T) -> (output: T) T:type in [half, bfloat16, float,"
            + " double, int32]; strides:list(int); use_cudnn_on_gpu:bool=true; padding:string in"
            + " [\"SAME\", \"VALID\", \"EXPLICIT\"]; explicit_paddings:list(int)=[];"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\"]; dilations:list(int)=[1, 1,"
            + " 1, 1];",
        ConvolutionFamily.IMAGES);
  }
}
