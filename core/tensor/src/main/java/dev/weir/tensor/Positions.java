package dev.weir.tensor;

import java.util.Arrays;

/** Positions in nested data and tensors, as error messages show them. */
final class Positions {
  private Positions() {}

  /** {@code [1,0]}, the first {@code depth} of these indices. */
  static String text(int[] indices, int depth) {
    return Arrays.toString(Arrays.copyOf(indices, depth)).replace(" ", "");
  }

  /** {@code [1,0]} for the element at a row-major position of a shape. */
  static String text(Shape shape, long position) {
    long[] indices = new long[shape.rank()];
    long rest = position;
    for (int i = indices.length - 1; i >= 0; i--) {
      indices[i] = rest % shape.size(i);
      rest /= shape.size(i);
    }
    return Arrays.toString(indices).replace(" ", "");
  }
}
