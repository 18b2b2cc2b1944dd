package dev.weir.kernels.vector.internal.image;

import dev.weir.graph.Attributes;

/**
 * Where the pixels of a resized image lie in the original, along one dimension. In float, as it is
 * in TensorFlow: which pixel is nearest may depend on a rounding.
 */
final class PixelAxis {
  /** How pixels of a resized image are placed. */
  record Placement(boolean isAligned, boolean isHalfPixel) {
    static Placement of(Attributes attrs) {
      return new Placement(attrs.bool("align_corners"), attrs.bool("half_pixel_centers"));
    }

    private float scale(int in, int out) {
      return isAligned && out > 1 ? (in - 1) / (float) (out - 1) : in / (float) out;
    }

    /** The pixel of the original that is nearest to each of the resized image. */
    int[] nearest(int in, int out) {
      int[] nearest = new int[out];
      float scale = scale(in, out);
      for (int i = 0; i < out; i++) {
        float place = isHalfPixel ? (i + 0.5f) * scale : i * scale;
        // half away from zero
        double pixel = isAligned ? Math.floor(place + 0.5f) : Math.floor(place);
        nearest[i] = (int) Math.max(0, Math.min((long) pixel, in - 1));
      }
      return nearest;
    }
  }

  final int in;

  /** The pixels before and after each, which never decrease, and how far it is from the first. */
  final int[] lower;

  final int[] upper;
  final float[] fraction;

  PixelAxis(Placement placement, int in, int out) {
    this.in = in;
    lower = new int[out];
    upper = new int[out];
    fraction = new float[out];
    float scale = placement.scale(in, out);
    for (int i = 0; i < out; i++) {
      float place = placement.isHalfPixel ? (i + 0.5f) * scale - 0.5f : i * scale;
      upper[i] = Math.min((int) Math.ceil(place), in - 1);
      lower[i] = Math.min(Math.max(0, (int) Math.floor(place)), upper[i]);
      fraction[i] = place - (float) Math.floor(place);
    }
  }

  int out() {
    return lower.length;
  }
}
