package dev.weir.ops.array.index;

/**
 * The different slices along an axis in the order in which they first occur, and for every slice
 * its position among them.
 */
final class UniqueV2 extends Uniqueness {
  UniqueV2() {
    super(
        "UniqueV2(x: T, axis: Taxis) -> (y: T, idx: out_idx) T:type; Taxis:type=int64 in [int32,"
            + " int64]; out_idx:type=int32 in [int32, int64];",
        true,
        false);
  }
}
