package dev.weir.ops.array;

import dev.weir.ops.support.ElementCombiner;

/** Its input with {@code updates} added at the places that the rows of {@code indices} name. */
final class ScatterNdNonAliasingAdd extends Scattering {
  ScatterNdNonAliasingAdd() {
    super(
        "ScatterNdNonAliasingAdd(input: T, indices: Tindices, updates: T) -> (output: T) T:type in"
            + " [float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32,"
            + " bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool];"
            + " Tindices:type in [int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::add);
  }
}
