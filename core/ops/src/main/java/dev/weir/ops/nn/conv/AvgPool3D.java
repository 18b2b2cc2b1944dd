package dev.weir.ops.nn.conv;

/** The average of each window that slides over volumes; padding does not count. */
final class AvgPool3D extends AveragePooling {
  AvgPool3D() {
    super(
        "AvgPool3D(input: T) -> (output: T) ksize:list(int) >=5; strides:list(int) >=5;"
            + " padding:string in [\"SAME\", \"VALID\"]; data_format:string=\"NDHWC\" in"
            + " [\"NDHWC\", \"NCDHW\"]; T:type in [half, bfloat16, float, double];",
        "AvgPool3DGrad");
  }
}
