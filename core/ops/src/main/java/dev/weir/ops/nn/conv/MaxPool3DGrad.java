package dev.weir.ops.nn.conv;

/**
 * The gradient of {@code MaxPool3D}: that of each window goes to the first of its largest elements.
 */
final class MaxPool3DGrad extends MaxPoolingGradient {
  MaxPool3DGrad() {
    super(
        "MaxPool3DGrad(orig_input: TInput, orig_output: TInput, grad: T) -> (output: T)"
            + " ksize:list(int) >=5; strides:list(int) >=5; padding:string in [\"SAME\","
            + " \"VALID\"]; data_format:string=\"NDHWC\" in [\"NDHWC\", \"NCDHW\"]; T:type=float"
            + " in [half, bfloat16, float]; TInput:type=float in [half, bfloat16, float];",
        -1,
        "MaxPool3DGradGrad");
  }
}
