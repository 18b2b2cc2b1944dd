package dev.weir.ops.state;

/**
 * Raises the slices of a variable that {@code indices} name to the updates, where those are larger.
 */
final class ResourceScatterNdMax extends ResourceScatterNd {
  ResourceScatterNdMax() {
    super(
        "ResourceScatterNdMax(ref: resource, indices: Tindices, updates: T) -> () T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\"; stateful",
        Change.MAX);
  }
}
