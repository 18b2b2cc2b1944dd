package dev.weir.ops.nn.conv;

/** The largest element of each window that slides over images, or over their channels. */
final class MaxPool extends MaxPooling {
  MaxPool() {
    super(
        "MaxPool(input: T) -> (output: T) T:type=float in [half, bfloat16, float, double,"
            + " int32, int64, uint8, int16, int8, uint16, qint8]; ksize:list(int) >=4;"
            + " strides:list(int) >=4; padding:string in [\"SAME\", \"VALID\", \"EXPLICIT\"];"
            + " explicit_paddings:list(int)=[]; data_format:string=\"NHWC\" in [\"NHWC\","
            + " \"NCHW\", \"NCHW_VECT_C\"];",
        -1,
        "MaxPoolGrad");
  }
}
