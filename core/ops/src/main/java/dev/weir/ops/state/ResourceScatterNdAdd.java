package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Adds to the slices of a variable that {@code indices} name. Integers wrap. */
final class ResourceScatterNdAdd extends ResourceUpdate {
  ResourceScatterNdAdd() {
    super(
        "ResourceScatterNdAdd(ref: resource, indices: Tindices, updates: T) -> () T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\"; stateful",
        (dtype, attrs) -> new Slices(ElementCombiner.add(dtype), attrs));
  }
}
