package dev.weir.ops.support;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import java.util.Arrays;

/**
 * How a window slides over images, from the attributes of a node: one number a dimension, in the
 * order of the layout.
 *
 * @param padding {@code SAME}, {@code VALID} or {@code EXPLICIT}
 * @param explicit padding before and after each dimension; empty unless it is {@code EXPLICIT}
 */
public record WindowAttributes(
    ImageLayout layout, long[] strides, long[] dilations, String padding, long[] explicit) {
  /** Of a node; dilations are in the attribute of this name, if it has one. */
  public static WindowAttributes of(Attributes attrs, ImageLayout layout, String dilations) {
    return of(attrs, layout, attrs.integers("strides"), dilations);
  }

  /** Of a node whose strides are not an attribute. */
  public static WindowAttributes of(
      Attributes attrs, ImageLayout layout, long[] strides, String dilations) {
    long[] ones = new long[layout.rank()];
    Arrays.fill(ones, 1);
    return new WindowAttributes(
        layout,
        strides,
        attrs.has(dilations) ? attrs.integers(dilations) : ones,
        attrs.string("padding"),
        attrs.has("explicit_paddings") ? attrs.integers("explicit_paddings") : new long[0]);
  }

  /** Refuses numbers that cannot be right, except those for channels. */
  public void check(ShapeContext context) {
    checkNumbers(context, "strides", strides);
    checkNumbers(context, "dilations", dilations);
    if (!padding.equals("EXPLICIT")) {
      if (explicit.length != 0) {
        throw context.invalid(
            "explicit_paddings must be empty if padding is %s, got %s",
            padding, Arrays.toString(explicit));
      }
      return;
    }
    int rank = layout.rank();
    if (explicit.length != 2 * rank) {
      throw context.invalid(
          "explicit_paddings must have %d numbers, got %s", 2 * rank, Arrays.toString(explicit));
    }
    for (int i = 0; i < explicit.length; i++) {
      boolean isSpace = i / 2 != 0 && i / 2 != layout.channel();
      if (explicit[i] < 0 || (!isSpace && explicit[i] != 0)) {
        throw context.invalid(
            "explicit_paddings must not be negative, and 0 for batch and channels, got %s",
            Arrays.toString(explicit));
      }
    }
  }

  private void checkNumbers(ShapeContext context, String name, long[] values) {
    if (values.length != layout.rank()) {
      throw context.invalid(
          "%s must have %d numbers, got %s", name, layout.rank(), Arrays.toString(values));
    }
    for (long value : values) {
      if (value < 1 || value > Integer.MAX_VALUE) {
        throw context.invalid(
            "%s must be above 0 and fit in 32 bits, got %s", name, Arrays.toString(values));
      }
    }
    if (values[0] != 1) {
      throw context.invalid("%s must be 1 for the batch, got %s", name, Arrays.toString(values));
    }
  }

  /** Refuses strides and dilations along the channels. */
  public void checkChannels(ShapeContext context) {
    if (strides[layout.channel()] != 1 || dilations[layout.channel()] != 1) {
      throw context.invalid(
          "strides and dilations must be 1 for channels, got strides %s and dilations %s",
          Arrays.toString(strides), Arrays.toString(dilations));
    }
  }

  /** How a window of this size slides along dimension {@code d} of the layout. */
  public WindowAxis axis(int d, long in, long size) {
    WindowAxis.Padding around =
        switch (padding) {
          case "SAME" -> WindowAxis.Padding.SAME;
          case "VALID" -> WindowAxis.Padding.VALID;
          default -> new WindowAxis.Padding.Explicit(explicit[2 * d], explicit[2 * d + 1]);
        };
    return WindowAxis.of(in, size, strides[d], dilations[d], around);
  }
}
