package dev.weir.ops.sparse;

/**
 * The mean of rows of a table, picked by index, for each segment. The number of segments is given.
 */
final class SparseSegmentMeanWithNumSegments extends SparseSegmentReduction {
  SparseSegmentMeanWithNumSegments() {
    super(
        "SparseSegmentMeanWithNumSegments(data: T, indices: Tidx, segment_ids: Tsegmentids,"
            + " num_segments: Tnumsegments) -> (output: T) T:type in [bfloat16, half, float,"
            + " double]; Tidx:type=int32 in [int32, int64]; Tnumsegments:type=int32 in [int32,"
            + " int64]; Tsegmentids:type=int32 in [int32, int64]; sparse_gradient:bool=false;",
        SegmentScale.MEAN,
        true);
  }
}
