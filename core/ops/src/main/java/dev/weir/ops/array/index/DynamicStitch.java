package dev.weir.ops.array.index;

/**
 * Slices put together by their numbers: slice {@code indices[m][i]} of the result is {@code
 * data[m][i]}; of several for the same place the last one stays. Places no index names are zero.
 */
final class DynamicStitch extends Stitching {
  DynamicStitch() {
    super("DynamicStitch(indices: N*int32, data: N*T) -> (merged: T) N:int >=1; T:type;");
  }
}
