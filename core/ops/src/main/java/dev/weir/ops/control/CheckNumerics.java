package dev.weir.ops.control;

/** Its input; NaN or an infinite element is an error that says {@code message}. */
final class CheckNumerics extends NumericCheck {
  CheckNumerics() {
    super(
        "CheckNumerics(tensor: T) -> (output: T) T:type in [bfloat16, half, float, double];"
            + " message:string; stateful",
        false);
  }
}
