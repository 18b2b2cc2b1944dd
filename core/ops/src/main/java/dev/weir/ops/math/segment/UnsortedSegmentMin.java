package dev.weir.ops.math.segment;

import dev.weir.ops.support.Accumulation;

/**
 * The least elements of all slices with the same id; the greatest finite number of the type for an
 * id that does not occur.
 */
final class UnsortedSegmentMin extends UnsortedSegmentReduction {
  UnsortedSegmentMin() {
    super(
        "UnsortedSegmentMin(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output:"
            + " T) T:type in [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,"
            + " half, uint32, uint64]; Tindices:type in [int32, int64]; Tnumsegments:type=int32 in"
            + " [int32, int64];",
        Accumulation.MINIMUM);
  }
}
