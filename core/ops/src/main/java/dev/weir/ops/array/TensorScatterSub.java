package dev.weir.ops.array;

import dev.weir.ops.support.ElementCombiner;

/** Its input less {@code updates} at the places that the rows of {@code indices} name. */
final class TensorScatterSub extends Scattering {
  TensorScatterSub() {
    super(
        "TensorScatterSub(tensor: T, indices: Tindices, updates: T) -> (output: T) T:type;"
            + " Tindices:type in [int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::subtract);
  }
}
