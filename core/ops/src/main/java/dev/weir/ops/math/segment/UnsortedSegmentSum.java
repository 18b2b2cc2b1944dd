package dev.weir.ops.math.segment;

import dev.weir.ops.support.Accumulation;

/** The sum of all slices with the same id; 0 for an id that does not occur. */
final class UnsortedSegmentSum extends UnsortedSegmentReduction {
  UnsortedSegmentSum() {
    super(
        "UnsortedSegmentSum(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output:"
            + " T) T:type in [float, double, int32, uint8, int16, int8, complex64, int64, qint8,"
            + " quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32,"
            + " uint64]; Tindices:type in [int16, int32, int64]; Tnumsegments:type=int32 in [int32,"
            + " int64];",
        Accumulation.SUM);
  }
}
