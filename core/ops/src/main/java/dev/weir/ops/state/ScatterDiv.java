package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/**
 * Divides the rows of a variable that {@code indices} name. Integers truncate toward 0; they are
 * not divided by 0.
 */
final class ScatterDiv extends ReferenceUpdate {
  ScatterDiv() {
    super(
        "ScatterDiv(ref: ref T, indices: Tindices, updates: T) -> (output_ref: ref T) T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64]; Tindices:type"
            + " in [int32, int64]; use_locking:bool=false;",
        (dtype, attrs) -> new Rows(ElementCombiner.divide(dtype), Rows::requireNoIntegerZero));
  }
}
