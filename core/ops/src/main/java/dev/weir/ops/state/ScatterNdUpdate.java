package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Replaces the slices of a variable that {@code indices} name. */
final class ScatterNdUpdate extends ReferenceUpdate {
  ScatterNdUpdate() {
    super(
        "ScatterNdUpdate(ref: ref T, indices: Tindices, updates: T) -> (output_ref: ref T) T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\";",
        (dtype, attrs) -> new Slices(ElementCombiner.REPLACE, attrs));
  }
}
