package dev.weir.ops.nn.conv;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;

/** The first of the largest elements in a window. */
final class Largest {
  private Largest() {}

  /** Its position; the window is not empty. If the first is NaN, that is it. */
  static long in(Tensor tensor, long first, long[] offsets, int count) {
    return tensor.dtype().isFloating()
        ? ofReals(tensor, first, offsets, count, false)
        : ofIntegers(tensor, first, offsets, count);
  }

  /** Its position; NaN only if there is nothing else. */
  static long numberIn(Tensor tensor, long first, long[] offsets, int count) {
    return tensor.dtype().isFloating()
        ? ofReals(tensor, first, offsets, count, true)
        : ofIntegers(tensor, first, offsets, count);
  }

  private static long ofIntegers(Tensor tensor, long first, long[] offsets, int count) {
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

  private static long ofReals(
      Tensor tensor, long first, long[] offsets, int count, boolean prefersNumbers) {
    long best = first + offsets[0];
    double largest = tensor.getDouble(best);
    for (int i = 1; i < count; i++) {
      double value = tensor.getDouble(first + offsets[i]);
      if (value > largest || (prefersNumbers && Double.isNaN(largest))) {
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
