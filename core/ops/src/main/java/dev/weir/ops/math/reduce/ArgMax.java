package dev.weir.ops.math.reduce;

/** The position of the greatest element along an axis; the first of several. */
final class ArgMax extends ArgExtreme {
  ArgMax() {
    super(
        "ArgMax(input: T, dimension: Tidx) -> (output: output_type) T:type in [float, double,"
            + " int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, qint8,"
            + " quint8, qint32, qint16, quint16, bool]; Tidx:type=int32 in [int16, int32, int64];"
            + " output_type:type=int64 in [int16, uint16, int32, int64];",
        1);
  }
}
