package dev.weir.ops.nn.norm;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.ImageLayout;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.List;

/**
 * The gradients of the normalization of batches with respect to images, scale and offset, from that
 * of its result, the images, the scale and the mean and variance it used. While training the mean
 * and variance depend on the images, too.
 */
abstract class BatchNormGradient extends BatchNormOp {
  BatchNormGradient(String signature) {
    super(signature);
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    long channels = channels(context, new int[] {0, 1}, new int[] {2, 3, 4});
    ImageLayout layout = ImageLayout.of(context.attrs().string("data_format"));
    Shape gradient = context.requireRank(0, layout.rank());
    if (!gradient.isCompatibleWith(context.input(1))) {
      throw context.invalid(
          "images and gradient must have the same shape: %s, %s",
          context.describe(0), context.describe(1));
    }
    return List.of(
        gradient.withSize(layout.channel(), channels),
        Shape.of(channels),
        Shape.of(channels),
        Shape.of(0),
        Shape.of(0));
  }

  @Override
  public final void gradient(GradientContext context) {
    BatchNormSecondGradient.flow(context);
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> gradient(context, attrs);
  }

  private static void gradient(KernelContext context, Attributes attrs) {
    Tensor gradient = context.input(0);
    Tensor x = context.input(1);
    Tensor scale = context.input(2);
    Tensor mean = context.input(3);
    Channels channels = Channels.of(attrs.string("data_format"), x.shape());
    double[] scales = scales(context.input(4), attrs.floating("epsilon"));
    double[] sums = new double[channels.count()];
    double[] products = new double[channels.count()];
    for (long i = 0; i < x.elements(); i++) {
      int c = channels.of(i);
      sums[c] += gradient.getDouble(i);
      products[c] += gradient.getDouble(i) * (x.getDouble(i) - mean.getDouble(c)) * scales[c];
    }
    Tensor output = context.allocate(0, x.shape());
    double rows = (double) x.elements() / Math.max(1, channels.count());
    double share = attrs.bool("is_training") ? 1 / rows : 0;
    for (long i = 0; i < x.elements(); i++) {
      int c = channels.of(i);
      double normalized = (x.getDouble(i) - mean.getDouble(c)) * scales[c];
      double centered = gradient.getDouble(i) - share * (sums[c] + normalized * products[c]);
      output.setDouble(i, scale.getDouble(c) * scales[c] * centered);
    }
    Tensor scaleGradient = context.allocate(1, scale.shape());
    Tensor offsetGradient = context.allocate(2, scale.shape());
    for (int c = 0; c < channels.count(); c++) {
      scaleGradient.setDouble(c, products[c]);
      offsetGradient.setDouble(c, sums[c]);
    }
    context.allocate(3, Shape.of(0));
    context.allocate(4, Shape.of(0));
  }
}
