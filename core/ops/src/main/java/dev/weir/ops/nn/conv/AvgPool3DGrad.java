package dev.weir.ops.nn.conv;

/** The gradient of {@code AvgPool3D}: that of each window is shared equally by its elements. */
final class AvgPool3DGrad extends AveragePoolingGradient {
  AvgPool3DGrad() {
    super(
        "AvgPool3DGrad(orig_input_shape: int32, grad: T) -> (output: T) ksize:list(int)"
            + " >=5; strides:list(int) >=5; padding:string in [\"SAME\", \"VALID\"];"
            + " data_format:string=\"NDHWC\" in [\"NDHWC\", \"NCDHW\"]; T:type in [half,"
            + " bfloat16, float, double];",
        "AvgPool3D");
  }
}
