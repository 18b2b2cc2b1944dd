package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/**
 * Raises the slices of a variable that {@code indices} name to the updates, where those are larger.
 */
final class ResourceScatterNdMax extends ResourceUpdate {
  ResourceScatterNdMax() {
    super(
        "ResourceScatterNdMax(ref: resource, indices: Tindices, updates: T) -> () T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\"; stateful",
        (dtype, attrs) -> new Slices(ElementCombiner.max(dtype), attrs));
  }
}
