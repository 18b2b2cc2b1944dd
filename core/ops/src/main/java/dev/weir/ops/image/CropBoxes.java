package dev.weir.ops.image;

import dev.weir.error.WeirException;
import dev.weir.graph.ShapeContext;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * Boxes in images, in parts of their height and width, that crops are made of. In float, as it is
 * in TensorFlow: whether a place is in the image may depend on a rounding.
 *
 * @param boxes {@code [boxes, 4]}: top, left, bottom, right
 * @param images the image of each box
 */
record CropBoxes(
    Tensor boxes, Tensor images, long rows, long columns, long cropRows, long cropColumns) {
  /** Refuses inputs that cannot be boxes; returns how many there are, if that is known. */
  static long count(ShapeContext context, int boxes, int images) {
    Shape all = context.requireRank(boxes, 2);
    Shape index = context.requireRank(images, 1);
    if (all.size(1) >= 0 && all.size(1) != 4) {
      throw context.invalid("boxes must be [boxes, 4]: %s", context.describe(boxes));
    }
    if (!all.slice(0, 1).isCompatibleWith(index)) {
      throw context.invalid(
          "there must be an image for each box: %s, %s",
          context.describe(boxes), context.describe(images));
    }
    return Math.max(all.size(0), index.size(0));
  }

  /** The image of a box. */
  long image(long box, long count) {
    long image = images.getLong(box);
    if (image < 0 || image >= count) {
      throw WeirException.outOfRange(
          "box_ind must be in [0, %d), the images there are: element %d is %d", count, box, image);
    }
    return image;
  }

  /** Where row {@code i} of a crop is in the image; perhaps outside. */
  float row(long box, long i) {
    return place(boxes.getFloat(4 * box), boxes.getFloat(4 * box + 2), rows, cropRows, i);
  }

  /** Where column {@code j} of a crop is in the image; perhaps outside. */
  float column(long box, long j) {
    return place(boxes.getFloat(4 * box + 1), boxes.getFloat(4 * box + 3), columns, cropColumns, j);
  }

  private static float place(float from, float to, long size, long count, long i) {
    if (count <= 1) {
      return 0.5f * (from + to) * (size - 1);
    }
    float scale = (to - from) * (size - 1) / (count - 1);
    return from * (size - 1) + i * scale;
  }

  boolean isRow(float place) {
    return place >= 0 && place <= rows - 1;
  }

  boolean isColumn(float place) {
    return place >= 0 && place <= columns - 1;
  }

  /** The pixels around a place. */
  Corners corners(Tensor target, long image, float row, float column) {
    ResizeAxis down = new ResizeAxis(rows, cropRows, false, false);
    ResizeAxis right = new ResizeAxis(columns, cropColumns, false, false);
    return Corners.of(target, image, down, row, right, column);
  }

  /** The pixel nearest to a place, halves away from zero. */
  static long nearest(Tensor target, long image, float row, float column) {
    return ResizeOp.pixel(
        target, image, (long) Math.floor(row + 0.5), (long) Math.floor(column + 0.5));
  }

  /** What is done with a pixel of a crop. */
  @FunctionalInterface
  interface Pixel {
    void at(long box, long i, long j, float row, float column);
  }

  /** Visits all pixels of all crops; those outside the image, too. */
  void forEach(Pixel pixel) {
    for (long box = 0; box < boxes.shape().size(0); box++) {
      for (long i = 0; i < cropRows; i++) {
        for (long j = 0; j < cropColumns; j++) {
          pixel.at(box, i, j, row(box, i), column(box, j));
        }
      }
    }
  }
}
