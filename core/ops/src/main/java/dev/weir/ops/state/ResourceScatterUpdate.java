package dev.weir.ops.state;

/** Replaces the rows of a variable that {@code indices} name. */
final class ResourceScatterUpdate extends ResourceScatter {
  ResourceScatterUpdate() {
    super(
        "ResourceScatterUpdate(resource: resource, indices: Tindices, updates: dtype) -> ()"
            + " dtype:type; Tindices:type in [int32, int64]; stateful",
        Change.REPLACE);
  }
}
