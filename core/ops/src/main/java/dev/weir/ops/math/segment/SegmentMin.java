package dev.weir.ops.math.segment;

import dev.weir.ops.support.Accumulation;

/** The least elements of the rows of each segment; 0 for an id that does not occur. */
final class SegmentMin extends SegmentReduction {
  SegmentMin() {
    super(
        "SegmentMin(data: T, segment_ids: Tindices) -> (output: T) T:type in [float, double, int32,"
            + " uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64]; Tindices:type"
            + " in [int32, int64];",
        Accumulation.MINIMUM,
        false);
  }
}
