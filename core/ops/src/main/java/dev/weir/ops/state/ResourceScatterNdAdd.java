package dev.weir.ops.state;

/** Adds to the slices of a variable that {@code indices} name. Integers wrap. */
final class ResourceScatterNdAdd extends ResourceScatterNd {
  ResourceScatterNdAdd() {
    super(
        "ResourceScatterNdAdd(ref: resource, indices: Tindices, updates: T) -> () T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\"; stateful",
        Change.ADD);
  }
}
