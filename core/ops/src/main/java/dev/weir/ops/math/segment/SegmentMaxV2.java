package dev.weir.ops.math.segment;

import dev.weir.ops.support.Accumulation;

/**
 * The greatest elements of the rows of each segment; 0 for an id that does not occur. The number of
 * segments is given.
 */
final class SegmentMaxV2 extends SegmentReduction {
  SegmentMaxV2() {
    super(
        "SegmentMaxV2(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T)"
            + " T:type in [float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half,"
            + " uint32, uint64]; Tindices:type in [int32, int64]; Tnumsegments:type=int32 in"
            + " [int32, int64];",
        Accumulation.MAXIMUM,
        true);
  }
}
