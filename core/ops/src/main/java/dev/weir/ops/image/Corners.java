package dev.weir.ops.image;

import dev.weir.tensor.Tensor;

/**
 * The four pixels around a place of an image, by the position of their first channels.
 *
 * @param down how far the place is below the upper two
 * @param right how far it is from the left two
 */
record Corners(
    long topLeft, long topRight, long bottomLeft, long bottomRight, float down, float right) {
  static Corners of(
      Tensor images, long image, ResizeAxis rows, float row, ResizeAxis columns, float column) {
    long top = rows.lower(row);
    long bottom = rows.upper(row);
    long left = columns.lower(column);
    long end = columns.upper(column);
    return new Corners(
        ResizeOp.pixel(images, image, top, left),
        ResizeOp.pixel(images, image, top, end),
        ResizeOp.pixel(images, image, bottom, left),
        ResizeOp.pixel(images, image, bottom, end),
        rows.fraction(row),
        columns.fraction(column));
  }

  /** The value of a channel at the place, interpolated. */
  float blend(Tensor images, long channel) {
    float top = between(images, topLeft + channel, topRight + channel);
    float bottom = between(images, bottomLeft + channel, bottomRight + channel);
    return top + (bottom - top) * down;
  }

  private float between(Tensor images, long a, long b) {
    float first = images.getFloat(a);
    return first + (images.getFloat(b) - first) * right;
  }

  /** How fast a channel grows downwards at the place. */
  double downward(Tensor images, long channel) {
    double left = images.getDouble(bottomLeft + channel) - images.getDouble(topLeft + channel);
    double end = images.getDouble(bottomRight + channel) - images.getDouble(topRight + channel);
    return left + (end - left) * right;
  }

  /** How fast a channel grows to the right at the place. */
  double rightward(Tensor images, long channel) {
    double top = images.getDouble(topRight + channel) - images.getDouble(topLeft + channel);
    double bottom =
        images.getDouble(bottomRight + channel) - images.getDouble(bottomLeft + channel);
    return top + (bottom - top) * down;
  }

  /** Adds to a channel of the four what the gradient at the place gives each. */
  void spread(double gradient, Tensor target, long channel) {
    add(target, topLeft + channel, gradient * (1 - down) * (1 - right));
    add(target, topRight + channel, gradient * (1 - down) * right);
    add(target, bottomLeft + channel, gradient * down * (1 - right));
    add(target, bottomRight + channel, gradient * down * right);
  }

  private static void add(Tensor target, long i, double value) {
    target.setDouble(i, target.getDouble(i) + value);
  }
}
