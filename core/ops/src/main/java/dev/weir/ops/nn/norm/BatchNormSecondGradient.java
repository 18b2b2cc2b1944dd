package dev.weir.ops.nn.norm;

import dev.weir.graph.GradientContext;
import dev.weir.graph.Output;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.ImageLayout;
import dev.weir.tensor.DType;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The gradient of the gradients of the normalization of batches. With {@code r = 1 / √(variance +
 * epsilon)}, {@code n = (x - mean) r}, E the mean over a channel of M elements and d the gradient
 * that was given, those are
 *
 * <pre>
 *   scale r (d - E d - n E(d n)),  M E(d n),  M E d
 * </pre>
 *
 * while training, when mean and variance depend on x, and {@code scale r d} otherwise. A, b and c
 * are the gradients with respect to these three.
 */
final class BatchNormSecondGradient {
  private final GradientContext context;
  private final GradientOps on;
  private final boolean isTraining;
  private final Output axes;
  private final Output perChannel;
  private final Output d;
  private final Output scale;
  private final Output r;
  private final Output n;
  private final Output a;
  private final Output b;
  private final Output c;

  private BatchNormSecondGradient(GradientContext context) {
    this.context = context;
    this.on = GradientOps.of(context);
    this.isTraining = context.node().attrs().bool("is_training");
    ImageLayout layout = ImageLayout.of(context.node().attrs().string("data_format"));
    int[] others = IntStream.range(0, layout.rank()).filter(d -> d != layout.channel()).toArray();
    int[] shape = new int[layout.rank()];
    Arrays.fill(shape, 1);
    shape[layout.channel()] = -1;
    this.axes = on.ints(others);
    this.perChannel = on.ints(shape);
    this.d = on.cast(context.input(0), DType.FLOAT32);
    this.scale = spread(context.input(2));
    double epsilon = context.node().attrs().floating("epsilon");
    Output variance = spread(context.input(4));
    this.r = on.op("Rsqrt", on.add(variance, on.scalar(epsilon, variance)));
    Output x = on.cast(context.input(1), DType.FLOAT32);
    this.n = on.mul(on.sub(x, spread(context.input(3))), r);
    this.a = on.cast(context.gradient(0), DType.FLOAT32);
    this.b = spread(context.gradient(1));
    this.c = spread(context.gradient(2));
  }

  /** Flows to the gradient that was given, the images and the scale. */
  static void flow(GradientContext context) {
    BatchNormSecondGradient gradient = new BatchNormSecondGradient(context);
    context.flow(0, () -> gradient.rounded(gradient.toGradient()));
    context.flow(1, () -> gradient.rounded(gradient.toImages()));
    context.flow(2, gradient::toScale);
  }

  /** A number for each channel, to be broadcast over images. */
  private Output spread(Output vector) {
    return on.reshape(vector, perChannel);
  }

  private Output mean(Output x) {
    return on.node("Mean").input(x).input(axes).attr("keep_dims", true).build().output(0);
  }

  private Output rounded(Output x) {
    return on.cast(x, context.input(0).dtype());
  }

  /** {@code g - E g - n E(g n)}: what the normalization lets through of a gradient. */
  private Output through(Output g) {
    return isTraining ? on.sub(on.sub(g, mean(g)), on.mul(n, mean(on.mul(g, n)))) : g;
  }

  private Output toGradient() {
    return on.add(on.mul(on.mul(scale, r), through(a)), on.add(on.mul(b, n), c));
  }

  private Output toScale() {
    Output products = on.mul(on.mul(a, r), through(d));
    return on.sum(products, axes, false);
  }

  private Output toImages() {
    if (!isTraining) {
      return on.mul(b, on.mul(r, d));
    }
    Output given = mean(on.mul(d, n));
    Output asked = mean(on.mul(a, n));
    Output scaled = on.mul(scale, r);
    // of the sum by n, r being what it is
    Output byNormal =
        on.sub(on.mul(b, d), on.mul(scaled, on.add(on.mul(a, given), on.mul(asked, d))));
    Output together =
        on.sub(on.sub(mean(on.mul(a, d)), on.mul(mean(a), mean(d))), on.mul(asked, given));
    Output byScale = on.mul(on.mul(scaled, r), on.mul(together, n));
    return on.sub(on.mul(r, through(byNormal)), byScale);
  }
}
