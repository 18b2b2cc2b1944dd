package dev.weir.ops.array.index;

/**
 * The different elements of a vector in the order in which they first occur, for every element its
 * position among them, and how often each occurs.
 */
final class UniqueWithCounts extends Uniqueness {
  UniqueWithCounts() {
    super(
        "UniqueWithCounts(x: T) -> (y: T, idx: out_idx, count: out_idx) T:type; out_idx:type=int32"
            + " in [int32, int64];",
        false,
        true);
  }
}
