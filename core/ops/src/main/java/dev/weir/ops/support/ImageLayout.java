package dev.weir.ops.support;

import dev.weir.error.WeirException;
import dev.weir.tensor.Shape;

/**
 * Which dimensions of images or volumes are the batch, the channels and the space.
 *
 * @param channel the dimension of the channels
 * @param spaces how many dimensions space has; they are neighbors
 */
public record ImageLayout(int channel, int spaces) {
  /** The layout of a data format: {@code NHWC}, {@code NCHW}, {@code NDHWC} or {@code NCDHW}. */
  public static ImageLayout of(String format) {
    return switch (format) {
      case "NHWC" -> new ImageLayout(3, 2);
      case "NCHW" -> new ImageLayout(1, 2);
      case "NDHWC" -> new ImageLayout(4, 3);
      case "NCDHW" -> new ImageLayout(1, 3);
      default ->
          throw WeirException.unimplemented(
              "data_format must be NHWC, NCHW, NDHWC or NCDHW, got %s", format);
    };
  }

  /** Batch, space and channels. */
  public int rank() {
    return spaces + 2;
  }

  /** Whether the channels of a place are neighbors in memory. */
  public boolean isChannelsLast() {
    return channel == spaces + 1;
  }

  /** The dimension of the shape that is dimension {@code i} of space. */
  public int space(int i) {
    return isChannelsLast() ? i + 1 : i + 2;
  }

  /** A shape in this layout. */
  public Shape shape(long batch, long[] space, long channels) {
    long[] sizes = new long[rank()];
    sizes[0] = batch;
    sizes[channel] = channels;
    for (int i = 0; i < spaces; i++) {
      sizes[space(i)] = space[i];
    }
    return Shape.of(sizes);
  }

  /** The number of places in an image; all sizes must be known. */
  public long places(Shape shape) {
    return shape.elements(space(0), space(0) + spaces);
  }
}
