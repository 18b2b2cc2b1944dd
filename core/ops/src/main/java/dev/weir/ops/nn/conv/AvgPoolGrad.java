package dev.weir.ops.nn.conv;

/** The gradient of {@code AvgPool}: that of each window is shared equally by its elements. */
final class AvgPoolGrad extends AveragePoolingGradient {
  AvgPoolGrad() {
    super(
        "AvgPoolGrad(orig_input_shape: int32, grad: T) -> (output: T) ksize:list(int) >=4;"
            + " strides:list(int) >=4; padding:string in [\"SAME\", \"VALID\"];"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\"]; T:type in [half, bfloat16,"
            + " float, double];",
        "AvgPool");
  }
}
