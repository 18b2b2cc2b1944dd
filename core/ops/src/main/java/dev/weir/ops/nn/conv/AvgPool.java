package dev.weir.ops.nn.conv;

/** The average of each window that slides over images; padding does not count. */
final class AvgPool extends AveragePooling {
  AvgPool() {
    super(
        "AvgPool(value: T) -> (output: T) ksize:list(int) >=4; strides:list(int) >=4;"
            + " padding:string in [\"SAME\", \"VALID\"]; data_format:string=\"NHWC\" in"
            + " [\"NHWC\", \"NCHW\"]; T:type in [half, bfloat16, float, double];",
        "AvgPoolGrad");
  }
}
