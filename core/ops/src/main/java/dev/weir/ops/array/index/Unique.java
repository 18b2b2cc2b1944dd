package dev.weir.ops.array.index;

/**
 * The different elements of a vector in the order in which they first occur, and for every element
 * its position among them.
 */
final class Unique extends Uniqueness {
  Unique() {
    super(
        "Unique(x: T) -> (y: T, idx: out_idx) T:type; out_idx:type=int32 in [int32, int64];",
        false,
        false);
  }
}
