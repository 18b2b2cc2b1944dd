package dev.weir.ops.math.segment;

import dev.weir.ops.support.Accumulation;

/**
 * The product of the rows of each segment; 1 for an id that does not occur. The number of segments
 * is given.
 */
final class SegmentProdV2 extends SegmentReduction {
  SegmentProdV2() {
    super(
        "SegmentProdV2(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> (output: T)"
            + " T:type in [float, double, int32, uint8, int16, int8, complex64, int64, qint8,"
            + " quint8, qint32, bfloat16, qint16, quint16, uint16, complex128, half, uint32,"
            + " uint64]; Tindices:type in [int32, int64]; Tnumsegments:type=int32 in [int32,"
            + " int64];",
        Accumulation.PRODUCT,
        true);
  }
}
