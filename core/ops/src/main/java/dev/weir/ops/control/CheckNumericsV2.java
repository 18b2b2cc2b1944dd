package dev.weir.ops.control;

/** {@link CheckNumerics} that tells positive from negative infinities. */
final class CheckNumericsV2 extends NumericCheck {
  CheckNumericsV2() {
    super(
        "CheckNumericsV2(tensor: T) -> (output: T) T:type in [bfloat16, half, float, double];"
            + " message:string; stateful",
        true);
  }
}
