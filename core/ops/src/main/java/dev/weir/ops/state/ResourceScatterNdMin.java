package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/**
 * Lowers the slices of a variable that {@code indices} name to the updates, where those are
 * smaller.
 */
final class ResourceScatterNdMin extends ResourceUpdate {
  ResourceScatterNdMin() {
    super(
        "ResourceScatterNdMin(ref: resource, indices: Tindices, updates: T) -> () T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\"; stateful",
        (dtype, attrs) -> new Slices(ElementCombiner.min(dtype), attrs));
  }
}
