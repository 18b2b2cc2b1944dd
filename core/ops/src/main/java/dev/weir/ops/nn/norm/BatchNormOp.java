package dev.weir.ops.nn.norm;

import dev.weir.graph.ShapeContext;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** What the normalization of batches and its gradients share: channels and how they agree. */
abstract class BatchNormOp extends Op {
  BatchNormOp(String signature) {
    super(signature);
  }

  /** The number of channels in some images and in vectors, all of which must agree. */
  static long channels(ShapeContext context, int[] images, int[] vectors) {
    ImageLayout layout = ImageLayout.of(context.attrs().string("data_format"));
    long channels = Shape.UNKNOWN_SIZE;
    for (int i : images) {
      long size = context.requireRank(i, layout.rank()).size(layout.channel());
      channels = merge(context, channels, size, i, images[0]);
    }
    for (int i : vectors) {
      channels = merge(context, channels, context.requireRank(i, 1).size(0), i, images[0]);
    }
    return channels;
  }

  private static long merge(ShapeContext context, long channels, long size, int i, int first) {
    if (channels >= 0 && size >= 0 && channels != size) {
      throw context.invalid(
          "there must be a number for each channel: %s, %s (%d vs %d)",
          context.describe(first), context.describe(i), channels, size);
    }
    return Sizes.merge(channels, size);
  }

  /**
   * Images as rows of channels.
   *
   * @param run how many neighbors have the same channel
   */
  record Channels(int count, long run) {
    static Channels of(String format, Shape images) {
      int channel = ImageLayout.of(format).channel();
      return new Channels(
          Math.toIntExact(images.size(channel)), images.elements(channel + 1, images.rank()));
    }

    int of(long element) {
      return (int) (element / run % count);
    }
  }

  /** {@code 1 / √(variance + epsilon)} for each channel. */
  static double[] scales(Tensor variance, double epsilon) {
    double[] scales = new double[Math.toIntExact(variance.elements())];
    for (int c = 0; c < scales.length; c++) {
      scales[c] = 1 / Math.sqrt(variance.getDouble(c) + epsilon);
    }
    return scales;
  }
}
