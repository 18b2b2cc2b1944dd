package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;

/** The rules for the ids of segments. */
public final class SegmentIds {
  private SegmentIds() {}

  /** Refuses ids that decrease. */
  public static void requireSorted(Tensor ids) {
    for (long row = 1; row < ids.elements(); row++) {
      if (ids.getLong(row) < ids.getLong(row - 1)) {
        throw WeirException.invalidArgument(
            "segment ids must not decrease: segment_ids[%d] is %d after %d",
            row, ids.getLong(row), ids.getLong(row - 1));
      }
    }
  }

  /** Some index of a row must lie in {@code [0, limit)}. */
  public static long within(Tensor indices, String name, long row, long limit) {
    long index = indices.getLong(row);
    if (index < 0 || index >= limit) {
      throw WeirException.invalidArgument(
          "indices must be in [0, %d): %s[%d] is %d", limit, name, row, index);
    }
    return index;
  }
}
