package dev.weir.checkpoint;

import dev.weir.tensor.Shape;
import org.jspecify.annotations.Nullable;

/** A slice of a tensor of known shape: where it starts and how far it goes, per dimension. */
record Box(long[] starts, Shape shape) {
  static Box of(TensorSlice slice, Shape whole) {
    Shape shape = slice.shapeIn(whole);
    long[] starts = new long[shape.rank()];
    for (int d = 0; d < starts.length; d++) {
      starts[d] = slice.start(d);
    }
    return new Box(starts, shape);
  }

  int rank() {
    return starts.length;
  }

  long end(int dimension) {
    return starts[dimension] + shape.size(dimension);
  }

  /** What two boxes have in common; null if nothing. */
  @Nullable Box intersect(Box other) {
    long[] from = new long[rank()];
    long[] sizes = new long[rank()];
    for (int d = 0; d < from.length; d++) {
      from[d] = Math.max(starts[d], other.starts[d]);
      sizes[d] = Math.min(end(d), other.end(d)) - from[d];
      if (sizes[d] <= 0) {
        return null;
      }
    }
    return new Box(from, Shape.of(sizes));
  }

  /** Whether this box lies in another one and its elements stand there in one run. */
  boolean isRunOf(Box outer) {
    Box common = intersect(outer);
    return common != null
        && common.shape.equals(shape)
        && (rank() == 0 || shape.slice(1, rank()).equals(outer.shape.slice(1, rank())));
  }

  /** The position of an inner box's first element among the elements of this one. */
  long positionOf(Box inner) {
    long position = 0;
    for (int d = 0; d < rank(); d++) {
      position = position * shape.size(d) + inner.starts[d] - starts[d];
    }
    return position;
  }
}
