package dev.weir.ops.nn;

import dev.weir.tensor.Shape;

/** Which dimension of an image is that of the channels, and how elements lie around it. */
final class Channels {
  private Channels() {}

  /** Position of the dimension of channels: the last for NHWC, number 1 for NCHW. */
  static int dimension(String format, int rank) {
    return format.equals("NCHW") ? 1 : rank - 1;
  }

  /** How many elements lie between neighboring channels. */
  static long step(Shape shape, String format) {
    return shape.elements(dimension(format, shape.rank()) + 1, shape.rank());
  }
}
