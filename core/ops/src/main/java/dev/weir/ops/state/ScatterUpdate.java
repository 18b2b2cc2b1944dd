package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Replaces the rows of a variable that {@code indices} name. */
final class ScatterUpdate extends ReferenceUpdate {
  ScatterUpdate() {
    super(
        "ScatterUpdate(ref: ref T, indices: Tindices, updates: T) -> (output_ref: ref T) T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;",
        (dtype, attrs) -> new Rows(ElementCombiner.REPLACE));
  }
}
