package dev.weir.ops.state;

import dev.weir.ops.support.ElementCombiner;
import dev.weir.tensor.DType;

/**
 * Subtracts from the slices of a variable that {@code indices} name. Integers wrap; of truth values
 * the difference is true where they differ, as in TensorFlow.
 */
final class ResourceScatterNdSub extends ResourceUpdate {
  ResourceScatterNdSub() {
    super(
        "ResourceScatterNdSub(ref: resource, indices: Tindices, updates: T) -> () T:type;"
            + " Tindices:type in [int32, int64]; use_locking:bool=true;"
            + " bad_indices_policy:string=\"\"; stateful",
        (dtype, attrs) -> new Slices(difference(dtype), attrs));
  }

  private static ElementCombiner difference(DType dtype) {
    return dtype == DType.BOOL
        ? (target, i, source, j) ->
            target.setBoolean(i, target.getBoolean(i) != source.getBoolean(j))
        : ElementCombiner.subtract(dtype);
  }
}
