package dev.weir.ops.nn.conv;

/** The gradient of {@code MaxPool3DGrad} with respect to the gradient it is given. */
final class MaxPool3DGradGrad extends MaxPoolingSecondGradient {
  MaxPool3DGradGrad() {
    super(
        "MaxPool3DGradGrad(orig_input: T, orig_output: T, grad: T) -> (output: T)"
            + " ksize:list(int) >=5; strides:list(int) >=5; padding:string in [\"SAME\","
            + " \"VALID\"]; data_format:string=\"NDHWC\" in [\"NDHWC\", \"NCDHW\"]; T:type in"
            + " [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32,"
            + " uint64];",
        -1,
        "MaxPool3DGrad");
  }
}
