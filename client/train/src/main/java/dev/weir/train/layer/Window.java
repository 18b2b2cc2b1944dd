package dev.weir.train.layer;

import dev.weir.error.WeirException;
import dev.weir.graph.Operand;
import dev.weir.ops.nn.Sliding;
import dev.weir.tensor.Shape;

/**
 * What a filter or a pool sees of an image at once, and how it moves on.
 *
 * @param rows its height
 * @param columns its width
 * @param rowStride how far it moves down
 * @param columnStride how far it moves to the right
 * @param padding what is around the edges
 */
public record Window(int rows, int columns, int rowStride, int columnStride, Padding padding) {
  /** What is around the edges of an image. */
  public enum Padding {
    /** So much that the result is as large as the input, divided by the strides. */
    SAME,

    /** Nothing: a window lies within the image. */
    VALID
  }

  public Window {
    if (rows <= 0 || columns <= 0) {
      throw WeirException.invalidArgument(
          "a window has at least one row and one column, got %d by %d", rows, columns);
    }
    if (rowStride <= 0 || columnStride <= 0) {
      throw WeirException.invalidArgument(
          "strides are at least 1, got %d and %d", rowStride, columnStride);
    }
  }

  /** A square that moves by one, without padding. */
  public static Window of(int size) {
    return of(size, size);
  }

  /** A rectangle that moves by one, without padding. */
  public static Window of(int rows, int columns) {
    return new Window(rows, columns, 1, 1, Padding.VALID);
  }

  /** Sets the stride in both directions. */
  public Window strides(int both) {
    return strides(both, both);
  }

  /** Sets the strides: down and to the right. */
  public Window strides(int down, int right) {
    return new Window(rows, columns, down, right, padding);
  }

  /** Pads the image, so that its size is divided by the strides, rounded up. */
  public Window same() {
    return with(Padding.SAME);
  }

  /** Sets the padding. */
  public Window with(Padding other) {
    return new Window(rows, columns, rowStride, columnStride, other);
  }

  long[] size() {
    return new long[] {rows, columns};
  }

  Sliding sliding() {
    return switch (padding) {
      case SAME -> Sliding.same(rowStride, columnStride);
      case VALID -> Sliding.valid(rowStride, columnStride);
    };
  }

  /** Fails unless a layer was given images. */
  static void checkImages(String layer, Operand x) {
    Shape shape = x.shape();
    if (!shape.hasRank() || shape.rank() != 4) {
      throw WeirException.invalidArgument(
          "%s takes images [batch, rows, columns, channels], got %s; reshape it first",
          layer, x.asOutput());
    }
  }
}
