package dev.weir.ops.sparse;

/** The mean of rows of a table, picked by index, for each segment. */
final class SparseSegmentMean extends SparseSegmentReduction {
  SparseSegmentMean() {
    super(
        "SparseSegmentMean(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T) T:type"
            + " in [bfloat16, half, float, double]; Tidx:type=int32 in [int32, int64];"
            + " Tsegmentids:type=int32 in [int32, int64]; sparse_gradient:bool=false;",
        SegmentScale.MEAN,
        false);
  }
}
