package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;

/**
 * Decides in how many parts a variable is kept.
 *
 * @param axis the dimension it is cut along
 * @param most at most so many parts
 * @param leastBytes no part is made for less than this; 0 for no limit
 */
public record Partitioner(int axis, int most, long leastBytes) {
  /** What TensorFlow guesses an element takes whose size is not fixed. */
  private static final int STRING_BYTES = 16;

  private static final long LEAST_BYTES = 256 << 10;

  public Partitioner {
    if (axis < 0 || most < 1 || leastBytes < 0) {
      throw WeirException.invalidArgument(
          "a variable is cut along dimension 0 or a later one, in at least one part, of at least 0"
              + " bytes: got dimension %d, %d parts of %d bytes",
          axis, most, leastBytes);
    }
  }

  /** This many parts of the first dimension, if it is that long. */
  public static Partitioner fixed(int parts) {
    return new Partitioner(0, parts, 0);
  }

  /** As many parts as have 256 KiB, but no more than these. */
  public static Partitioner minMax(int most) {
    return minMax(most, LEAST_BYTES);
  }

  /** As many parts as have this many bytes, but no more than these. */
  public static Partitioner minMax(int most, long leastBytes) {
    if (leastBytes < 1) {
      throw WeirException.invalidArgument("a part has at least one byte, got %d", leastBytes);
    }
    return new Partitioner(0, most, leastBytes);
  }

  /** Partitions along another dimension. */
  public Partitioner along(int dimension) {
    return new Partitioner(dimension, most, leastBytes);
  }

  /** In how many parts a variable is kept. */
  public int parts(Shape shape, DType dtype) {
    if (axis >= shape.rank()) {
      throw WeirException.invalidArgument(
          "a variable of shape %s cannot be cut along dimension %d", shape, axis);
    }
    long parts = Math.min(most, shape.size(axis));
    if (leastBytes > 0) {
      long bytes = shape.elements() * (dtype == DType.STRING ? STRING_BYTES : dtype.byteSize());
      parts = Math.min(parts, Math.ceilDiv(bytes, leastBytes));
    }
    return Math.toIntExact(Math.max(1, parts));
  }
}
