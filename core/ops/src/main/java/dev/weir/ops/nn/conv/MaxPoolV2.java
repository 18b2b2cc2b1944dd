package dev.weir.ops.nn.conv;

/** {@code MaxPool} whose window is an input. */
final class MaxPoolV2 extends MaxPooling {
  MaxPoolV2() {
    super(
        "MaxPoolV2(input: T, ksize: int32, strides: int32) -> (output: T) T:type=float in"
            + " [half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16, qint8];"
            + " padding:string in [\"SAME\", \"VALID\"]; data_format:string=\"NHWC\" in"
            + " [\"NHWC\", \"NCHW\", \"NCHW_VECT_C\"];",
        1,
        "MaxPoolGradV2");
  }
}
