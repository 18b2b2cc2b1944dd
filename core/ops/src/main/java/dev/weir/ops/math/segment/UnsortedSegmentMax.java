package dev.weir.ops.math.segment;

import dev.weir.ops.support.Accumulation;

/**
 * The greatest elements of all slices with the same id; the least finite number of the type for an
 * id that does not occur.
 */
final class UnsortedSegmentMax extends UnsortedSegmentReduction {
  UnsortedSegmentMax() {
    super(
        "UnsortedSegmentMax(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output:"
            + " T) T:type in [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16,"
            + " half, uint32, uint64]; Tindices:type in [int32, int64]; Tnumsegments:type=int32 in"
            + " [int32, int64];",
        Accumulation.MAXIMUM);
  }
}
