package dev.weir.ops.nn.conv;

/** The gradient of {@code Dilation2D} with respect to its images. */
final class Dilation2DBackpropInput extends DilationGradient {
  Dilation2DBackpropInput() {
    super(
        "Dilation2DBackpropInput(input: T, filter: T, out_backprop: T) -> (in_backprop: T)"
            + " T:type in [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,"
            + " half, uint32, uint64]; strides:list(int) >=4; rates:list(int) >=4; padding:string"
            + " in [\"SAME\", \"VALID\"];",
        false);
  }
}
