package dev.weir.ops.nn.conv;

/** The gradient of {@code Dilation2D} with respect to its filter. */
final class Dilation2DBackpropFilter extends DilationGradient {
  Dilation2DBackpropFilter() {
    super(
        "Dilation2DBackpropFilter(input: T, filter: T, out_backprop: T) ->"
            + " (filter_backprop: T) T:type in [float, double, int32, uint8, int16, int8, int64,"
            + " bfloat16, uint16, half, uint32, uint64]; strides:list(int) >=4; rates:list(int)"
            + " >=4; padding:string in [\"SAME\", \"VALID\"];",
        true);
  }
}
