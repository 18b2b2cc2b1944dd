package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;

/** Replaces the rows of a variable that {@code indices} name. */
final class ResourceScatterUpdate extends ResourceUpdate {
  ResourceScatterUpdate() {
    super(
        "ResourceScatterUpdate(resource: resource, indices: Tindices, updates: dtype) -> ()"
            + " dtype:type; Tindices:type in [int32, int64]; stateful",
        (dtype, attrs) -> new Rows(ElementCombiner.REPLACE));
  }
}
