package dev.weir.ops.sparse;

/** The gradient of {@code SparseSegmentSum} with respect to its table. */
final class SparseSegmentSumGrad extends SparseSegmentGradient {
  SparseSegmentSumGrad() {
    super(
        "SparseSegmentSumGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0: int32)"
            + " -> (output: T) T:type in [bfloat16, half, float, double]; Tidx:type=int32 in"
            + " [int32, int64]; Tsegmentids:type=int32 in [int32, int64];",
        SegmentScale.ONE,
        false);
  }
}
