package dev.weir.kernels.vector.internal.segment;

import dev.weir.error.WeirException;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.lang.foreign.ValueLayout;

/** Ids or indices of an input, by position. */
final class IndexVector {
  private final DType dtype;
  private final long address;
  private final long count;

  IndexVector(Tensor indices) {
    this.dtype = indices.dtype();
    this.address = RawMemory.address(indices);
    this.count = indices.elements();
  }

  long count() {
    return count;
  }

  /** One of them, read without a check. */
  long get(long i) {
    return switch (dtype) {
      case INT16 -> RawMemory.ALL.get(ValueLayout.JAVA_SHORT, address + i * Short.BYTES);
      case INT32 -> RawMemory.ALL.get(ValueLayout.JAVA_INT, address + i * Integer.BYTES);
      default -> RawMemory.ALL.get(ValueLayout.JAVA_LONG, address + i * Long.BYTES);
    };
  }

  /** Refuses one that does not lie in {@code [0, limit)}. */
  long within(String name, long i, long limit) {
    long index = get(i);
    if (index < 0 || index >= limit) {
      throw WeirException.invalidArgument(
          "indices must be in [0, %d): %s[%d] is %d", limit, name, i, index);
    }
    return index;
  }

  /** Refuses ids that decrease. */
  void requireSorted() {
    long before = Long.MIN_VALUE;
    for (long row = 0; row < count; row++) {
      long id = get(row);
      if (id < before) {
        throw WeirException.invalidArgument(
            "segment ids must not decrease: segment_ids[%d] is %d after %d", row, id, before);
      }
      before = id;
    }
  }
}
