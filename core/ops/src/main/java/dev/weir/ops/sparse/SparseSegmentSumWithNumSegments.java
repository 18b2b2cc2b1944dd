package dev.weir.ops.sparse;

/**
 * The sum of rows of a table, picked by index, for each segment. The number of segments is given.
 */
final class SparseSegmentSumWithNumSegments extends SparseSegmentReduction {
  SparseSegmentSumWithNumSegments() {
    super(
        "SparseSegmentSumWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids,"
            + " num_segments: Tnumsegments) -> (output: T) T:type in [float, double, int32, uint8,"
            + " int16, int8, int64, bfloat16, uint16, half, uint32, uint64]; Tidx:type=int32 in"
            + " [int32, int64]; Tnumsegments:type=int32 in [int32, int64]; Tsegmentids:type=int32"
            + " in [int32, int64]; sparse_gradient:bool=false;",
        SegmentScale.ONE,
        true);
  }
}
