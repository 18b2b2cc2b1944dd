package dev.weir.kernels.vector.internal.image;

import dev.weir.error.WeirException;
import dev.weir.tensor.Tensor;

/**
 * A part of an image that a crop is made of. In float, as it is in TensorFlow: whether a place is
 * in the image may depend on a rounding.
 *
 * @param rows the rows of the image
 */
record CropBox(
    float top,
    float left,
    float bottom,
    float right,
    long rows,
    long columns,
    long cropRows,
    long cropColumns) {
  /** The box of a number. */
  static CropBox of(
      Tensor boxes, long box, long rows, long columns, long cropRows, long cropColumns) {
    return new CropBox(
        boxes.getFloat(4 * box),
        boxes.getFloat(4 * box + 1),
        boxes.getFloat(4 * box + 2),
        boxes.getFloat(4 * box + 3),
        rows,
        columns,
        cropRows,
        cropColumns);
  }

  /** Refuses boxes in images there are not. */
  static void requireImages(Tensor images, long count) {
    for (long box = 0; box < images.elements(); box++) {
      long image = images.getLong(box);
      if (image < 0 || image >= count) {
        throw WeirException.outOfRange(
            "box_ind must be in [0, %d), the images there are: element %d is %d",
            count, box, image);
      }
    }
  }

  /** Where row {@code i} of the crop is in the image; perhaps outside. */
  float row(long i) {
    return place(top, bottom, rows, cropRows, i);
  }

  /** Where column {@code j} of the crop is in the image; perhaps outside. */
  float column(long j) {
    return place(left, right, columns, cropColumns, j);
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

  /** The pixel before a place. */
  static long lower(float place, long size) {
    return Math.min(Math.max(0, (long) Math.floor(place)), upper(place, size));
  }

  /** The pixel after a place. */
  static long upper(float place, long size) {
    return Math.min((long) Math.ceil(place), size - 1);
  }

  /** The pixel nearest to a place, halves away from zero. */
  static long nearest(float place) {
    return (long) Math.floor(place + 0.5);
  }

  /** How far a place is from the pixel before it. */
  static float fraction(float place) {
    return place - (float) Math.floor(place);
  }
}
