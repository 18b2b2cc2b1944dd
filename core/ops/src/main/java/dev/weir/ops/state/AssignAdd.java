package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Adds to a variable a value of the same shape. Integers wrap. */
final class AssignAdd extends ReferenceUpdate {
  AssignAdd() {
    super(
        "AssignAdd(ref: ref T, value: T) -> (output_ref: ref T) T:type in [float, double, int32,"
            + " uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16,"
            + " quint16, uint16, complex128, half, uint32, uint64]; use_locking:bool=false;",
        (dtype, attrs) -> new AllElements(ElementCombiner.add(dtype)));
  }
}
