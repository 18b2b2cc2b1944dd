package dev.weir.ops.strings;

import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/** A list of integers. */
final class GrowingInts {
  private int[] values = new int[16];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  /** Sets all elements of a tensor of as many integers. */
  void copyTo(Tensor out) {
    if (out.dtype() == DType.INT32) {
      out.buffer().copyFromArray(values, 0, 0, size);
      return;
    }
    for (int i = 0; i < size; i++) {
      out.setLong(i, values[i]);
    }
  }
}
