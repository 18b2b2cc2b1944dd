package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/**
 * Raises the rows of a variable that {@code indices} name to the updates, where those are larger.
 */
final class ScatterMax extends ReferenceUpdate {
  ScatterMax() {
    super(
        "ScatterMax(ref: ref T, indices: Tindices, updates: T) -> (output_ref: ref T) T:type in"
            + " [half, bfloat16, float, double, int32, int64]; Tindices:type in [int32, int64];"
            + " use_locking:bool=false;",
        (dtype, attrs) -> new Rows(ElementCombiner.max(dtype)));
  }
}
