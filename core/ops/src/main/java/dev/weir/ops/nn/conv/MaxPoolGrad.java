package dev.weir.ops.nn.conv;

/**
 * The gradient of {@code MaxPool}: that of each window goes to the first of its largest elements.
 */
final class MaxPoolGrad extends MaxPoolingGradient {
  MaxPoolGrad() {
    super(
        "MaxPoolGrad(orig_input: T, orig_output: T, grad: T) -> (output: T) ksize:list(int)"
            + " >=4; strides:list(int) >=4; padding:string in [\"SAME\", \"VALID\","
            + " \"EXPLICIT\"]; explicit_paddings:list(int)=[]; data_format:string=\"NHWC\" in"
            + " [\"NHWC\", \"NCHW\"]; T:type=float in [float, double, int32, uint8, int16, int8,"
            + " int64, bfloat16, uint16, half, uint32, uint64];",
        -1,
        "MaxPoolGradGrad");
  }
}
