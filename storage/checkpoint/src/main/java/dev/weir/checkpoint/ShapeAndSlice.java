package dev.weir.checkpoint;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;

/**
 * A slice and the shape of the tensor it is cut from, written {@code 10 4 0,5:-}: what the inputs
 * {@code shape_and_slices} of {@code SaveV2} and {@code RestoreV2} hold.
 */
public record ShapeAndSlice(Shape shape, TensorSlice slice) {
  /** Refuses a slice that lies outside. */
  public ShapeAndSlice {
    slice.shapeIn(shape);
  }

  /** Reads {@code 10 4 0,5:-}. */
  public static ShapeAndSlice parse(String text) {
    String[] parts = text.split(" ", -1);
    if (parts.length < 2) {
      throw WeirException.invalidArgument(
          "Need least two elements in shape_and_slice specification: sizes and a slice as in"
              + " \"10 4 0,5:-\", got \"%s\"",
          text);
    }
    long[] sizes = new long[parts.length - 1];
    for (int d = 0; d < sizes.length; d++) {
      sizes[d] = size(parts[d], text);
    }
    TensorSlice slice = TensorSlice.parse(parts[sizes.length]);
    return new ShapeAndSlice(Shape.of(sizes), slice);
  }

  private static long size(String part, String text) {
    try {
      long size = Long.parseLong(part);
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      throw notASize(part, text);
    }
    throw notASize(part, text);
  }

  private static WeirException notASize(String part, String text) {
    return WeirException.invalidArgument(
        "Non numerical dimension in shape_and_slice: \"%s\" in \"%s\"", part, text);
  }

  /** The shape of the slice itself. */
  public Shape sliceShape() {
    return slice.shapeIn(shape);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (long size : shape.sizes()) {
      text.append(size).append(' ');
    }
    return text.append(slice).toString();
  }
}
