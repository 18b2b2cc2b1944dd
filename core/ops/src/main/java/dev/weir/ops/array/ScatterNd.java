package dev.weir.ops.array;

import dev.weir.ops.support.ElementCombiner;

/**
 * Zeros of the given shape, with {@code updates} added at the places that the rows of {@code
 * indices} name. What falls on the same place adds up; strings are put together.
 */
final class ScatterNd extends Scattering {
  ScatterNd() {
    super(
        "ScatterNd(indices: Tindices, updates: T, shape: Tindices) -> (output: T) T:type;"
            + " Tindices:type in [int16, int32, int64]; bad_indices_policy:string=\"\";",
        ElementCombiner::add,
        2,
        0,
        1);
  }
}
