package dev.weir.ops.nn.conv;

/** The gradient of {@code MaxPoolGrad} with respect to the gradient it is given. */
final class MaxPoolGradGrad extends MaxPoolingSecondGradient {
  MaxPoolGradGrad() {
    super(
        "MaxPoolGradGrad(orig_input: T, orig_output: T, grad: T) -> (output: T)"
            + " ksize:list(int) >=4; strides:list(int) >=4; padding:string in [\"SAME\","
            + " \"VALID\"]; data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\"]; T:type in"
            + " [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64];",
        -1,
        "MaxPoolGrad");
  }
}
