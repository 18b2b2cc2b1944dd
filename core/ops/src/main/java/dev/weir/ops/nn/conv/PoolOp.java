package dev.weir.ops.nn.conv;

import dev.weir.error.WeirException;
import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.SameAttributes;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.tensor.Shape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What ops share that make one element of all in a window, and the gradients of such: the window
 * and its rules. The window's size and strides are attributes, or inputs in newer versions.
 */
abstract class PoolOp extends Op {
  /** The input with the window's size, followed by the one with its strides; -1 if attributes. */
  private final int sizeInput;

  PoolOp(String signature) {
    this(signature, -1);
  }

  PoolOp(String signature, int sizeInput) {
    super(signature);
    this.sizeInput = sizeInput;
  }

  /** A window: its size along each dimension of the layout, and how it slides. */
  record PoolWindow(long[] size, WindowAttributes attributes) {
    ImageLayout layout() {
      return attributes.layout();
    }

    /** The loops over an input. */
    PoolPlan plan(Shape input) {
      return PoolPlan.of(attributes, size, input);
    }

    /** The shape of what is made of an input. */
    Shape output(Shape input) {
      return PoolPlan.output(attributes, size, input);
    }
  }

  static ImageLayout layout(Attributes attrs) {
    return ImageLayout.of(attrs.has("data_format") ? attrs.string("data_format") : "NHWC");
  }

  /** The window, its numbers checked; null if it is not known yet. */
  final @Nullable PoolWindow sliding(ShapeContext context) {
    ImageLayout layout = layout(context.attrs());
    long[] size = numbers(context, layout, "ksize", 0);
    long[] strides = numbers(context, layout, "strides", 1);
    if (size == null || strides == null) {
      return null;
    }
    WindowAttributes attributes = WindowAttributes.of(context.attrs(), layout, strides, "");
    attributes.check(context);
    if (size.length != layout.rank()
        || Arrays.stream(size).anyMatch(value -> value < 1 || value > Integer.MAX_VALUE)) {
      throw context.invalid(
          "ksize must be %d numbers above 0 that fit in 32 bits, got %s",
          layout.rank(), Arrays.toString(size));
    }
    if (size[0] != 1) {
      throw WeirException.unimplemented(
          "ksize must be 1 for the batch, got %s", Arrays.toString(size));
    }
    long[] explicit = attributes.explicit();
    for (int i = 0; i < explicit.length; i++) {
      if (explicit[i] >= size[i / 2] && explicit[i] > 0) {
        throw context.invalid(
            "padding must be smaller than the window: explicit_paddings %s, ksize %s",
            Arrays.toString(explicit), Arrays.toString(size));
      }
    }
    return new PoolWindow(size, attributes);
  }

  private long @Nullable [] numbers(
      ShapeContext context, ImageLayout layout, String name, int offset) {
    if (sizeInput < 0) {
      return context.attrs().integers(name);
    }
    int i = sizeInput + offset;
    Shape vector = context.requireRank(i, 1);
    if (vector.size(0) >= 0 && vector.size(0) != layout.rank()) {
      throw context.invalid(
          "%s must have %d numbers: %s", name, layout.rank(), context.describe(i));
    }
    return Sizes.values(context, i);
  }

  /** Refuses a window over several channels, unless it is over nothing else and they add up. */
  static void checkChannels(PoolWindow sliding, Shape input, boolean mayPoolChannels) {
    int channel = sliding.layout().channel();
    long size = sliding.size()[channel];
    long stride = sliding.attributes().strides()[channel];
    if (size == 1 && stride == 1) {
      return;
    }
    if (!mayPoolChannels) {
      throw WeirException.unimplemented(
          "the window and its strides must be 1 for channels, got ksize %s and strides %s",
          Arrays.toString(sliding.size()), Arrays.toString(sliding.attributes().strides()));
    }
    for (int i = 0; i < sliding.layout().spaces(); i++) {
      if (sliding.size()[sliding.layout().space(i)] != 1) {
        throw WeirException.unimplemented(
            "a window is over channels or over space, not both, got ksize %s",
            Arrays.toString(sliding.size()));
      }
    }
    if (size != stride || (input.size(channel) >= 0 && input.size(channel) % size != 0)) {
      throw WeirException.unimplemented(
          "a window over channels must divide them and move by its size:"
              + " input %s, ksize %s, strides %s",
          input, Arrays.toString(sliding.size()), Arrays.toString(sliding.attributes().strides()));
    }
  }

  /** The loops for an input. */
  @FunctionalInterface
  interface Computation {
    void compute(KernelContext context, PoolWindow sliding);
  }

  /** A kernel that is given the window. */
  final Kernel kernel(KernelSpec spec, Computation computation) {
    Attributes attrs = spec.attrs();
    ImageLayout layout = layout(attrs);
    if (sizeInput < 0) {
      PoolWindow sliding =
          new PoolWindow(attrs.integers("ksize"), WindowAttributes.of(attrs, layout, ""));
      return context -> computation.compute(context, sliding);
    }
    return context -> {
      long[] size = Sizes.values(context.input(sizeInput));
      long[] strides = Sizes.values(context.input(sizeInput + 1));
      computation.compute(
          context, new PoolWindow(size, WindowAttributes.of(attrs, layout, strides, "")));
    };
  }

  /** A node with the window of the one that is differentiated. */
  final Output poolGradient(GradientContext context, String op, Operand... inputs) {
    NodeBuilder builder =
        SameAttributes.builder(
            context,
            op,
            "ksize",
            "strides",
            "padding",
            "explicit_paddings",
            "data_format",
            "include_batch_in_index");
    for (Operand input : inputs) {
      builder.input(input);
    }
    if (sizeInput >= 0) {
      builder.input(context.input(sizeInput)).input(context.input(sizeInput + 1));
    }
    return builder.build().output(0);
  }

  /** Refuses an input that is known not to have this shape. */
  static void requireShape(ShapeContext context, int i, Shape expected, String what) {
    if (!context.input(i).isCompatibleWith(expected)) {
      throw context.invalid("%s must have shape %s: %s", what, expected, context.describe(i));
    }
  }
}
