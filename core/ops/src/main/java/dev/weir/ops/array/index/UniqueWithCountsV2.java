package dev.weir.ops.array.index;

/**
 * The different slices along an axis in the order in which they first occur, for every slice its
 * position among them, and how often each occurs.
 */
final class UniqueWithCountsV2 extends Uniqueness {
  UniqueWithCountsV2() {
    super(
        "UniqueWithCountsV2(x: T, axis: Taxis) -> (y: T, idx: out_idx, count: out_idx) T:type;"
            + " Taxis:type=int64 in [int32, int64]; out_idx:type=int32 in [int32, int64];",
        true,
        true);
  }
}
