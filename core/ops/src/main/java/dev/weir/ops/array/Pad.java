package dev.weir.ops.array;

/** Its input with {@code paddings[d]} zeros before and after along each dimension d. */
final class Pad extends Padding {
  Pad() {
    super(
        "Pad(input: T, paddings: Tpaddings) -> (output: T) T:type; Tpaddings:type=int32 in [int32,"
            + " int64];");
  }
}
