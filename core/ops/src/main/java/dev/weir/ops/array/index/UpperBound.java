package dev.weir.ops.array.index;

/** For each value the first place in its sorted row at which something larger stands. */
final class UpperBound extends SortedSearch {
  UpperBound() {
    super(
        "UpperBound(sorted_inputs: T, values: T) -> (output: out_type) T:type; out_type:type=int32"
            + " in [int32, int64];",
        true);
  }
}
