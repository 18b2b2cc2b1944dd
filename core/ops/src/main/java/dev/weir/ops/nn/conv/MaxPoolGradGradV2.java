package dev.weir.ops.nn.conv;

/** {@code MaxPoolGradGrad} whose window is an input. */
final class MaxPoolGradGradV2 extends MaxPoolingSecondGradient {
  MaxPoolGradGradV2() {
    super(
        "MaxPoolGradGradV2(orig_input: T, orig_output: T, grad: T, ksize: int32, strides:"
            + " int32) -> (output: T) padding:string in [\"SAME\", \"VALID\"];"
            + " data_format:string=\"NHWC\" in [\"NHWC\", \"NCHW\"]; T:type in [float, double,"
            + " int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64];",
        3,
        "MaxPoolGradV2");
  }
}
