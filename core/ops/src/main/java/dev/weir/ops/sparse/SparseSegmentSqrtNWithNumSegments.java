package dev.weir.ops.sparse;

/**
 * The sum of rows of a table, picked by index, over the root of their number, for each segment. The
 * number of segments is given.
 */
final class SparseSegmentSqrtNWithNumSegments extends SparseSegmentReduction {
  SparseSegmentSqrtNWithNumSegments() {
    super(
        "SparseSegmentSqrtNWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids,"
            + " num_segments: Tnumsegments) -> (output: T) T:type in [bfloat16, half, float,"
            + " double]; Tidx:type=int32 in [int32, int64]; Tnumsegments:type=int32 in [int32,"
            + " int64]; Tsegmentids:type=int32 in [int32, int64]; sparse_gradient:bool=false;",
        SegmentScale.SQRT_N,
        true);
  }
}
