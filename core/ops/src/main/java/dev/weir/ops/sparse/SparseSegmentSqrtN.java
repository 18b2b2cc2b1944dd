package dev.weir.ops.sparse;

/** The sum of rows of a table, picked by index, over the root of their number, for each segment. */
final class SparseSegmentSqrtN extends SparseSegmentReduction {
  SparseSegmentSqrtN() {
    super(
        "SparseSegmentSqrtN(data: T, indices: Tidx, segment_ids: Tsegmentids) -> (output: T) T:type"
            + " in [bfloat16, half, float, double]; Tidx:type=int32 in [int32, int64];"
            + " Tsegmentids:type=int32 in [int32, int64]; sparse_gradient:bool=false;",
        SegmentScale.SQRT_N,
        false);
  }
}
