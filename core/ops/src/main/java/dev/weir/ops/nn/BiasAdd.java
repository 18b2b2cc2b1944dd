package dev.weir.ops.nn;

/**
 * Adds a bias to each channel: along the last dimension, or along dimension 1 in the format {@code
 * NCHW}.
 */
final class BiasAdd extends BiasAddition {
  BiasAdd() {
    super(
        "BiasAdd(value: T, bias: T) -> (output: T) T:type in [float, double, int32, uint8, int16,"
            + " int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, uint16,"
            + " complex128, half, uint32, uint64]; data_format:string=\"NHWC\" in [\"NHWC\","
            + " \"NCHW\"];");
  }
}
