package dev.weir.ops.nn.conv;

import dev.weir.graph.Attributes;
import dev.weir.graph.ShapeContext;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.Op;
import dev.weir.ops.support.Sizes;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.tensor.Shape;
import java.util.Arrays;

/**
 * What dilation and its gradients share: {@code output[n, y, x, c] = max input[n, y s + i r, x s +
 * j r, c] + filter[i, j, c]} over the places of the filter that are on the image; the first of
 * equals has the gradient. Integers wrap when they are added.
 */
abstract class DilationOp extends Op {
  private static final ImageLayout LAYOUT = ImageLayout.of("NHWC");

  DilationOp(String signature) {
    super(signature);
  }

  static WindowAttributes window(Attributes attrs) {
    return WindowAttributes.of(attrs, LAYOUT, "rates");
  }

  /** The shape of the output; refuses shapes that do not fit. */
  static Shape output(ShapeContext context) {
    Shape input = context.requireRank(0, 4);
    Shape filter = context.requireRank(1, 3);
    WindowAttributes window = window(context.attrs());
    window.check(context);
    window.checkChannels(context);
    if (!Shape.of(input.size(3)).isCompatibleWith(Shape.of(filter.size(2)))) {
      throw context.invalid(
          "a filter must have as many channels as the input: %s, %s (%d vs %d)",
          context.describe(0), context.describe(1), input.size(3), filter.size(2));
    }
    for (int i = 0; i < 2; i++) {
      if (filter.size(i) == 0) {
        throw context.invalid(
            "a filter must not be empty: %s, %s",
            context.describe(1), Arrays.toString(filter.sizes()));
      }
    }
    return Shape.of(
        input.size(0),
        window.axis(1, input.size(1), filter.size(0)).out(),
        window.axis(2, input.size(2), filter.size(1)).out(),
        Sizes.merge(input.size(3), filter.size(2)));
  }

  /** Refuses a gradient that is not shaped like the output. */
  static void checkGradient(ShapeContext context) {
    Shape output = output(context);
    if (!context.requireRank(2, 4).isCompatibleWith(output)) {
      throw context.invalid(
          "the gradient must be shaped like the output: %s, the output is %s",
          context.describe(2), output);
    }
  }

  /** The loops over an image, once the shapes are known. */
  static ConvolutionPlan plan(Attributes attrs, Shape input, Shape filter) {
    return ConvolutionPlan.of(window(attrs), input, filter.concat(Shape.of(1)), true);
  }
}
