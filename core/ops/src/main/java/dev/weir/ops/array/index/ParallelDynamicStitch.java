package dev.weir.ops.array.index;

/**
 * Slices put together by their numbers, as {@code DynamicStitch} does; which of several for the
 * same place stays is not defined.
 */
final class ParallelDynamicStitch extends Stitching {
  ParallelDynamicStitch() {
    super("ParallelDynamicStitch(indices: N*int32, data: N*T) -> (merged: T) N:int >=1; T:type;");
  }
}
