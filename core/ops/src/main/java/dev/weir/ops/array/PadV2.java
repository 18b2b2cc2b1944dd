package dev.weir.ops.array;

/** Its input with {@code constant_values} before and after along each dimension. */
final class PadV2 extends Padding {
  PadV2() {
    super(
        "PadV2(input: T, paddings: Tpaddings, constant_values: T) -> (output: T) T:type;"
            + " Tpaddings:type=int32 in [int32, int64];");
  }
}
