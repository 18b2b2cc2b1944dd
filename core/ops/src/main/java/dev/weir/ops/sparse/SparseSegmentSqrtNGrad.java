package dev.weir.ops.sparse;

/** The gradient of {@code SparseSegmentSqrtN} with respect to its table. */
final class SparseSegmentSqrtNGrad extends SparseSegmentGradient {
  SparseSegmentSqrtNGrad() {
    super(
        "SparseSegmentSqrtNGrad(grad: T, indices: Tidx, segment_ids: Tsegmentids, output_dim0:"
            + " int32) -> (output: T) T:type in [bfloat16, half, float, double]; Tidx:type=int32 in"
            + " [int32, int64]; Tsegmentids:type=int32 in [int32, int64];",
        SegmentScale.SQRT_N,
        false);
  }
}
