package dev.weir.ops.nn.conv;

/** The gradient of {@code Conv3D} with respect to its volumes. */
final class Conv3DBackpropInputV2 extends ConvolutionInputGradient {
  Conv3DBackpropInputV2() {
    super(
        "Conv3DBackpropInputV2(input_sizes: Tshape, filter: T, out_backprop: T) -> (output:"
            + " T) T:type in [half, bfloat16, float, double]; strides:list(int) >=5;"
            + " padding:string in [\"SAME\", \"VALID\"]; data_format:string=\"NDHWC\" in"
            + " [\"NDHWC\", \"NCDHW\"]; dilations:list(int)=[1, 1, 1, 1, 1]; Tshape:type=int32 in"
            + " [int32, int64];",
        ConvolutionFamily.VOLUMES);
  }
}
