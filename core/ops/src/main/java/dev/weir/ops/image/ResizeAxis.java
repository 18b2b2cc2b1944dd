package dev.weir.ops.image;

import dev.weir.graph.Attributes;

/**
 * Where places of a resized image are in the original, along one dimension. In float, as it is in
 * TensorFlow: which pixel is nearest may depend on a rounding.
 *
 * @param in the size of the original
 * @param out the size of the resized image
 * @param isAligned whether the centers of the corner pixels are the same in both
 * @param isHalfPixel whether pixels are squares with centers at half numbers
 */
record ResizeAxis(long in, long out, boolean isAligned, boolean isHalfPixel) {
  static ResizeAxis of(long in, long out, Attributes attrs) {
    return new ResizeAxis(in, out, attrs.bool("align_corners"), attrs.bool("half_pixel_centers"));
  }

  private float scale() {
    return isAligned && out > 1 ? (in - 1) / (float) (out - 1) : in / (float) out;
  }

  /** The place in the original, between pixels. */
  float place(long i) {
    return isHalfPixel ? (i + 0.5f) * scale() - 0.5f : i * scale();
  }

  /** The pixel before a place. */
  long lower(float place) {
    return Math.min(Math.max(0, (long) Math.floor(place)), upper(place));
  }

  /** The pixel after a place. */
  long upper(float place) {
    return Math.min((long) Math.ceil(place), in - 1);
  }

  /** How far a place is from the pixel before it. */
  float fraction(float place) {
    return place - (float) Math.floor(place);
  }

  /** The pixel of the original that is nearest to one of the resized image. */
  long nearest(long i) {
    float place = isHalfPixel ? (i + 0.5f) * scale() : i * scale();
    // half away from zero
    double pixel = isAligned ? Math.floor(place + 0.5) : Math.floor(place);
    return Math.max(0, Math.min((long) pixel, in - 1));
  }
}
