package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.Attributes;
import dev.weir.tensor.Shape;
import java.util.Arrays;

/**
 * How windows slide over images or volumes, from the attributes of a node.
 *
 * @param strides one for each dimension, in the order of the format; so are dilations
 * @param explicit padding before and after each dimension, if it is explicit
 */
public record Slide(
    boolean isChannelsLast, long[] strides, long[] dilations, String padding, long[] explicit) {
  /** Of a node. */
  public static Slide of(Attributes attrs) {
    return of(attrs, attrs.integers("strides"));
  }

  /** Of a node whose strides are an input. */
  public static Slide of(Attributes attrs, long[] strides) {
    long[] ones = new long[strides.length];
    Arrays.fill(ones, 1);
    return new Slide(
        !attrs.has("data_format") || attrs.string("data_format").endsWith("C"),
        strides,
        attrs.has("dilations") ? attrs.integers("dilations") : ones,
        attrs.string("padding"),
        attrs.has("explicit_paddings") ? attrs.integers("explicit_paddings") : new long[0]);
  }

  /** The dimension of the channels. */
  public int channel() {
    return isChannelsLast ? strides.length - 1 : 1;
  }

  /** The dimension of planes, rows or columns: the last three of space; -1 if it is not there. */
  public int space(int axis) {
    int missing = 5 - strides.length;
    return axis < missing ? -1 : axis - missing + (isChannelsLast ? 1 : 2);
  }

  /** How a window of this size slides along planes, rows or columns. */
  public SlideAxis axis(int axis, Shape images, long size) {
    int d = space(axis);
    if (d < 0) {
      return SlideAxis.NONE;
    }
    long in = images.size(d);
    return switch (padding) {
      case "SAME" -> SlideAxis.same(in, size, strides[d], dilations[d]);
      case "VALID" -> SlideAxis.padded(in, size, strides[d], dilations[d], 0, 0);
      default ->
          SlideAxis.padded(
              in, size, strides[d], dilations[d], explicit[2 * d], explicit[2 * d + 1]);
    };
  }
}
