package dev.weir.ops.nn.conv;

/** The largest element of each window that slides over volumes. */
final class MaxPool3D extends MaxPooling {
  MaxPool3D() {
    super(
        "MaxPool3D(input: T) -> (output: T) ksize:list(int) >=5; strides:list(int) >=5;"
            + " padding:string in [\"SAME\", \"VALID\"]; data_format:string=\"NDHWC\" in"
            + " [\"NDHWC\", \"NCDHW\"]; T:type in [half, bfloat16, float];",
        -1,
        "MaxPool3DGrad");
  }
}
