package dev.weir.ops.conv;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/**
 * The first of the largest elements in a window. NaN is larger than nothing, unless it is first.
 */
final class Largest {
  private Largest() {}

  /** Its position; the window is not empty. */
  static long in(Tensor tensor, long first, long[] offsets, int count) {
    if (tensor.dtype().isFloating()) {
      return ofReals(tensor, first, offsets, count);
    }
    // xor with the least number turns the order of unsigned ones into that of signed ones
    long flip = tensor.dtype() == DType.UINT64 ? Long.MIN_VALUE : 0;
    long best = first + offsets[0];
    long largest = tensor.getLong(best) ^ flip;
    for (int i = 1; i < count; i++) {
      long value = tensor.getLong(first + offsets[i]) ^ flip;
      if (value > largest) {
        largest = value;
        best = first + offsets[i];
      }
    }
    return best;
  }

  private static long ofReals(Tensor tensor, long first, long[] offsets, int count) {
    long best = first + offsets[0];
    double largest = tensor.getDouble(best);
    for (int i = 1; i < count; i++) {
      double value = tensor.getDouble(first + offsets[i]);
      if (value > largest) {
        largest = value;
        best = first + offsets[i];
      }
    }
    return best;
  }

  /** Sets an element to another of the same type. */
  static void copy(Tensor from, long i, Tensor to, long j) {
    if (from.dtype().isFloating()) {
      to.setDouble(j, from.getDouble(i));
    } else {
      to.setLong(j, from.getLong(i));
    }
  }
}
