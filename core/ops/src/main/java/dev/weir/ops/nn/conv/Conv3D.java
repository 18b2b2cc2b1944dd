package dev.weir.ops.nn.conv;

/** A convolution of volumes with filters. */
final class Conv3D extends ConvolutionForward {
  Conv3D() {
    super(
        "Conv3D(input: T, filter: T) -> (output: T) T:type in [half, bfloat16, float,"
            + " double]; strides:list(int) >=5; padding:string in [\"SAME\", \"VALID\"];"
            + " data_format:string=\"NDHWC\" in [\"NDHWC\", \"NCDHW\"]; dilations:list(int)=[1,"
            + " 1, 1, 1, 1];",
        ConvolutionFamily.VOLUMES);
  }
}
