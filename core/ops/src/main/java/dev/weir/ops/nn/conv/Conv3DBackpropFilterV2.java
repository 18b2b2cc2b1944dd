package dev.weir.ops.nn.conv;

/** The gradient of {@code Conv3D} with respect to its filters. */
final class Conv3DBackpropFilterV2 extends ConvolutionFilterGradient {
  Conv3DBackpropFilterV2() {
    super(
        "Conv3DBackpropFilterV2(input: T, filter_sizes: int32, out_backprop: T) -> (output:"
            + " T) T:type in [half, bfloat16, float, double]; strides:list(int) >=5;"
            + " padding:string in [\"SAME\", \"VALID\"]; data_format:string=\"NDHWC\" in"
            + " [\"NDHWC\", \"NCDHW\"]; dilations:list(int)=[1, 1, 1, 1, 1];",
        ConvolutionFamily.VOLUMES);
  }
}
