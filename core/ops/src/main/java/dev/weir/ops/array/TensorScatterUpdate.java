package dev.weir.ops.array;

import dev.weir.ops.support.ElementCombiner;

/**
 * Its input with the slices at the places that the rows of {@code indices} name replaced; of
 * several for the same place the last one stays.
 */
final class TensorScatterUpdate extends Scattering {
  TensorScatterUpdate() {
    super(
        "TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> (output: T) T:type;"
            + " Tindices:type in [int16, int32, int64, uint16]; bad_indices_policy:string=\"\";",
        dtype -> ElementCombiner.REPLACE);
  }
}
