package dev.weir.ops.nn.conv;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.tensor.Shape;

/**
 * What convolutions and their gradients share: the rules for the shapes of input, filter and
 * output. A filter is {@code [rows, columns, channels of a group, outputs]}, or {@code [rows,
 * columns, channels, outputs of a channel]} if it is depthwise; volumes have planes before rows.
 */
abstract class ConvolutionOp extends Op {
  private final boolean isDepthwise;
  private final ConvolutionFamily family;

  ConvolutionOp(String signature, ConvolutionFamily family) {
    super(signature);
    this.isDepthwise = family == ConvolutionFamily.DEPTHWISE;
    this.family = family;
  }

  /** The convolution this is one of, and its gradients. */
  final ConvolutionFamily family() {
    return family;
  }

  /** How filters slide. */
  static WindowAttributes window(Attributes attrs) {
    return WindowAttributes.of(attrs, ImageLayout.of(attrs.string("data_format")), "dilations");
  }

  /** How filters slide; refuses numbers that make no sense. */
  static WindowAttributes checkedWindow(ShapeContext context) {
    WindowAttributes window = window(context.attrs());
    window.check(context);
    window.checkChannels(context);
    return window;
  }

  /** The loops over a convolution whose shapes are known. */
  final ConvolutionPlan plan(WindowAttributes window, Shape input, Shape filter) {
    return ConvolutionPlan.of(window, input, filter, isDepthwise);
  }

  /** The shape of the output, as far as it is known; refuses shapes that do not fit. */
  final Shape output(ShapeContext context, WindowAttributes window, Shape input, Shape filter) {
    ImageLayout layout = window.layout();
    long channels = input.size(layout.channel());
    long filterChannels = filter.size(layout.spaces());
    long outputs = filter.size(layout.spaces() + 1);
    if (isDepthwise) {
      if (channels >= 0 && filterChannels >= 0 && channels != filterChannels) {
        throw context.invalid(
            "a filter must have as many channels as the input: input %s, filter %s (%d vs %d)",
            input, filter, channels, filterChannels);
      }
      outputs = Sizes.multiply(Math.max(channels, filterChannels), outputs);
    } else {
      checkGroups(context, input, filter, channels, filterChannels, outputs);
    }
    long[] space = new long[layout.spaces()];
    for (int i = 0; i < space.length; i++) {
      space[i] = window.axis(layout.space(i), input.size(layout.space(i)), filter.size(i)).out();
    }
    return layout.shape(input.size(0), space, outputs);
  }

  private static void checkGroups(
      ShapeContext context,
      Shape input,
      Shape filter,
      long channels,
      long filterChannels,
      long outputs) {
    if (channels < 0 || filterChannels < 0) {
      return;
    }
    if (filterChannels == 0 || channels % filterChannels != 0) {
      throw context.invalid(
          "the channels of the input must be a multiple of those of the filter:"
              + " input %s, filter %s (%d vs %d)",
          input, filter, channels, filterChannels);
    }
    long groups = channels / filterChannels;
    if (outputs >= 0 && (groups == 0 || outputs % groups != 0)) {
      throw context.invalid(
          "the outputs of the filter must be a multiple of its %d groups: input %s, filter %s",
          groups, input, filter);
    }
  }

  /** Refuses a gradient that is not shaped like the output. */
  final void checkGradient(
      ShapeContext context, int i, WindowAttributes window, Shape input, Shape filter) {
    Shape gradient = context.requireRank(i, window.layout().rank());
    Shape output = output(context, window, input, filter);
    if (!gradient.isCompatibleWith(output)) {
      throw context.invalid(
          "the gradient must be shaped like the output: %s, the output of input %s and filter %s"
              + " is %s",
          context.describe(i), input, filter, output);
    }
  }
}
