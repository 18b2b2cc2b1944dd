package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Replaces the slices of a variable that {@code indices} name. */
final class ResourceScatterNdUpdate extends ResourceUpdate {
  ResourceScatterNdUpdate() {
    super(
        "ResourceScatterNdUpdate(ref: resource, indices: Tindices, updates: T) -> () T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\"; stateful",
        (dtype, attrs) -> new Slices(ElementCombiner.REPLACE, attrs));
  }
}
