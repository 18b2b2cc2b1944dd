package dev.weir.kernels.vector.internal.image;

import java.util.Arrays;

/** Where the columns of a crop are in a row of an image, in elements. */
final class CropColumns {
  final int channels;
  final long[] left;
  final long[] right;
  final long[] nearest;
  final float[] fraction;

  CropColumns(int count, int channels) {
    this.channels = channels;
    this.left = new long[count];
    this.right = new long[count];
    this.nearest = new long[count];
    this.fraction = new float[count];
  }

  boolean isOutside(int column) {
    return left[column] < 0;
  }

  /** Moves to those of a box. */
  void moveTo(CropBox box) {
    Arrays.fill(left, -1);
    for (int j = 0; j < left.length; j++) {
      float place = box.column(j);
      if (box.isColumn(place)) {
        left[j] = CropBox.lower(place, box.columns()) * channels;
        right[j] = CropBox.upper(place, box.columns()) * channels;
        nearest[j] = CropBox.nearest(place) * channels;
        fraction[j] = CropBox.fraction(place);
      }
    }
  }
}
