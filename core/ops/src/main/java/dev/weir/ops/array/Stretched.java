package dev.weir.ops.array;

import dev.weir.tensor.Shape;

/** Where the elements of a tensor are that is read as if it had a larger shape. */
final class Stretched {
  private final long[] sizes;
  private final long[] strides;

  /** A tensor of a shape that broadcasts to another. */
  Stretched(Shape shape, Shape to) {
    sizes = to.sizes();
    strides = new long[sizes.length];
    int missing = sizes.length - shape.rank();
    long stride = 1;
    for (int d = sizes.length - 1; d >= missing; d--) {
      long size = shape.size(d - missing);
      strides[d] = size == 1 ? 0 : stride;
      stride *= size;
    }
  }

  /** The position of the element that stands at {@code i} of the larger shape. */
  long position(long i) {
    long position = 0;
    long rest = i;
    for (int d = sizes.length - 1; d >= 0; d--) {
      position += rest % sizes[d] * strides[d];
      rest /= sizes[d];
    }
    return position;
  }
}
