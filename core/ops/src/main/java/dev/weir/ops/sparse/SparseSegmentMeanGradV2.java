package dev.weir.ops.sparse;

/**
 * The gradient of {@code SparseSegmentMean} with respect to those rows of its table that were
 * picked, and their indices in ascending order.
 */
final class SparseSegmentMeanGradV2 extends SparseSegmentGradient {
  SparseSegmentMeanGradV2() {
    super(
        "SparseSegmentMeanGradV2(grad: T, indices: Tidx, segment_ids: Tsegmentids,"
            + " dense_output_dim0: int32) -> (output: T, sorted_unique_indices: Tidx) T:type in"
            + " [bfloat16, half, float, double]; Tidx:type=int32 in [int32, int64];"
            + " Tsegmentids:type=int32 in [int32, int64];",
        SegmentScale.MEAN,
        true);
  }
}
