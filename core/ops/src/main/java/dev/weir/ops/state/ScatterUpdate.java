package dev.weir.ops.state;

/** Replaces the rows of a variable that {@code indices} name. */
final class ScatterUpdate extends ReferenceScatter {
  ScatterUpdate() {
    super(
        "ScatterUpdate(ref: ref T, indices: Tindices, updates: T) -> (output_ref: ref T) T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;",
        Change.REPLACE);
  }
}
