package dev.weir.ops.nn;

import dev.weir.graph.AttrValue;
import dev.weir.graph.NodeBuilder;
import java.util.Arrays;

/**
 * How a filter or window slides over images (rows, columns) or volumes (planes, rows, columns): how
 * far it moves, what is around the edges, how far apart the places it sees are, and where the
 * channels are. Immutable.
 *
 * {@snippet :
 * ops.nn.conv2d(images, filter, Sliding.same(1, 1));
 * ops.nn.maxPool(images, new long[] {2, 2}, Sliding.valid(2, 2).channelsFirst());
 * }
 */
public final class Sliding {
  private final long[] strides;
  private final String padding;
  private final long[] around;
  private final long[] dilations;
  private final boolean isChannelsFirst;

  private Sliding(
      long[] strides, String padding, long[] around, long[] dilations, boolean isChannelsFirst) {
    this.strides = strides.clone();
    this.padding = padding;
    this.around = around.clone();
    this.dilations = dilations.clone();
    this.isChannelsFirst = isChannelsFirst;
  }

  private static Sliding of(String padding, long[] strides) {
    long[] ones = new long[strides.length];
    Arrays.fill(ones, 1);
    return new Sliding(strides, padding, new long[0], ones, false);
  }

  /** With so much padding that the result is as large as the input, divided by the strides. */
  public static Sliding same(long... strides) {
    return of("SAME", strides);
  }

  /** Without padding. */
  public static Sliding valid(long... strides) {
    return of("VALID", strides);
  }

  /** With this padding instead: before and after each dimension of space. */
  public Sliding padded(long... beforeAndAfter) {
    return new Sliding(strides, "EXPLICIT", beforeAndAfter, dilations, isChannelsFirst);
  }

  /** With places that are this far apart, instead of neighbors. */
  public Sliding dilated(long... rates) {
    return new Sliding(strides, padding, around, rates, isChannelsFirst);
  }

  /** Over images whose channels come before their rows. */
  public Sliding channelsFirst() {
    return new Sliding(strides, padding, around, dilations, true);
  }

  /** Numbers for the dimensions of space, with that of batch and channels put where they belong. */
  AttrValue inLayout(long[] space) {
    return inLayout(space, 1, 1);
  }

  private AttrValue inLayout(long[] space, int each, long other) {
    long[] all = new long[space.length + 2 * each];
    Arrays.fill(all, other);
    System.arraycopy(space, 0, all, isChannelsFirst ? 2 * each : each, space.length);
    return AttrValue.ofInts(all);
  }

  private String format() {
    boolean isVolume = strides.length == 3;
    if (isChannelsFirst) {
      return isVolume ? "NCDHW" : "NCHW";
    }
    return isVolume ? "NDHWC" : "NHWC";
  }

  /** Sets strides and padding. */
  NodeBuilder on(NodeBuilder builder) {
    builder.attr("strides", inLayout(strides)).attr("padding", padding);
    return around.length == 0 ? builder : builder.attr("explicit_paddings", inLayout(around, 2, 0));
  }

  /** Sets strides, padding and layout. */
  private NodeBuilder onLayout(NodeBuilder builder) {
    return on(builder).attr("data_format", format());
  }

  /** Sets strides, padding, layout and dilations: the attributes of convolutions. */
  public NodeBuilder onConvolution(NodeBuilder builder) {
    return onLayout(builder).attr("dilations", inLayout(dilations));
  }

  /** Sets window size, strides, padding and layout: the attributes of pooling. */
  public NodeBuilder onPooling(NodeBuilder builder, long[] size) {
    return onLayout(builder).attr("ksize", inLayout(size));
  }

  /** Sets strides, padding, and dilations by another name. */
  NodeBuilder onDilation(NodeBuilder builder) {
    return on(builder).attr("rates", inLayout(dilations));
  }

  /** Sets padding and layout. */
  NodeBuilder onPadding(NodeBuilder builder) {
    return builder.attr("padding", padding).attr("data_format", format());
  }
}
