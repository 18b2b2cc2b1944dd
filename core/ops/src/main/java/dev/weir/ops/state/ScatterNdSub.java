package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Subtracts from the slices of a variable that {@code indices} name. Integers wrap. */
final class ScatterNdSub extends ReferenceUpdate {
  ScatterNdSub() {
    super(
        "ScatterNdSub(ref: ref T, indices: Tindices, updates: T) -> (output_ref: ref T) T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64]; Tindices:type"
            + " in [int32, int64]; use_locking:bool=false; bad_indices_policy:string=\"\";",
        (dtype, attrs) -> new Slices(ElementCombiner.subtract(dtype), attrs));
  }
}
