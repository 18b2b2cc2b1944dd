package dev.weir.ops.nn.norm;

import dev.weir.graph.Attributes;
import dev.weir.graph.GradientContext;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.graph.ShapeContext;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.ops.support.GradientOps;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.SameAttributes;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code y = (x - mean) / √(variance + epsilon) scale + offset} for each channel. While training
 * mean and variance are those of the batch, and running ones are moved toward them by {@code
 * exponential_avg_factor}; afterward they are what is given. The running variance is that of a
 * sample, divided by one less than the number of elements; what the gradient needs is not.
 */
abstract class BatchNormForward extends BatchNormOp {
  private final String gradientOp;

  BatchNormForward(String signature, String gradientOp) {
    super(signature);
    this.gradientOp = gradientOp;
  }

  @Override
  public final void gradient(GradientContext context) {
    boolean isTraining = context.node().attrs().bool("is_training");
    NodeBuilder builder =
        SameAttributes.builder(context, gradientOp, "epsilon", "data_format", "is_training")
            .input(context.gradient())
            .input(context.input(0))
            .input(GradientOps.of(context).cast(context.input(1), DType.FLOAT32))
            .input(isTraining ? context.output(3) : context.input(3))
            .input(isTraining ? context.output(4) : context.input(4));
    Node gradients = (hasReserve() ? builder.input(context.output(5)) : builder).build();
    for (int i = 0; i < 3; i++) {
      int input = i;
      context.flow(input, () -> gradients.output(input));
    }
    if (!isTraining) {
      flowToStatistics(context, gradients.output(1), gradients.output(2));
    }
  }

  /** To the mean and the variance that were given, from the gradients of scale and offset. */
  private static void flowToStatistics(
      GradientContext context, Output scaleGradient, Output offsetGradient) {
    GradientOps on = GradientOps.of(context);
    double epsilon = context.node().attrs().floating("epsilon");
    Output scale = context.input(1);
    Output variance = on.add(context.input(4), on.scalar(epsilon, context.input(4)));
    context.flow(3, () -> on.neg(on.mul(offsetGradient, on.mul(scale, on.op("Rsqrt", variance)))));
    context.flow(4, () -> on.mul(-0.5, on.mul(scaleGradient, on.div(scale, variance))));
  }

  /** Whether a device may keep something for the gradient. */
  private boolean hasReserve() {
    return signature().outputs().size() > 5;
  }

  @Override
  public final List<Shape> inferShapes(ShapeContext context) {
    boolean isTraining = context.attrs().bool("is_training");
    boolean isAveraging = context.attrs().floating("exponential_avg_factor") != 1;
    int[] vectors = isTraining && !isAveraging ? new int[] {1, 2} : new int[] {1, 2, 3, 4};
    long channels = channels(context, new int[] {0}, vectors);
    context.requireRank(3, 1); // also where they are not looked at
    context.requireRank(4, 1);
    ImageLayout layout = ImageLayout.of(context.attrs().string("data_format"));
    List<Shape> shapes = new ArrayList<>();
    shapes.add(context.requireRank(0, layout.rank()).withSize(layout.channel(), channels));
    for (int i = 1; i < 5; i++) {
      shapes.add(Shape.of(channels));
    }
    if (hasReserve()) {
      shapes.add(Shape.unknown());
    }
    return shapes;
  }

  @Override
  public final Kernel kernel(KernelSpec spec) {
    Attributes attrs = spec.attrs();
    return context -> normalize(context, attrs);
  }

  private static void normalize(KernelContext context, Attributes attrs) {
    Tensor x = context.input(0);
    Channels channels = Channels.of(attrs.string("data_format"), x.shape());
    Shape vector = Shape.of(channels.count());
    Tensor mean = context.allocate(3, vector);
    Tensor variance = context.allocate(4, vector);
    if (attrs.bool("is_training")) {
      measure(x, channels, mean, variance);
      average(context, x, channels, mean, variance, attrs.floating("exponential_avg_factor"));
    } else {
      for (int i = 0; i < 2; i++) {
        Tensor given = context.input(3 + i);
        (i == 0 ? mean : variance).copyFrom(given, 0, 0, given.elements());
        context.allocate(1 + i, vector).copyFrom(given, 0, 0, given.elements());
      }
    }
    if (context.outputCount() > 5) {
      context.allocate(5, Shape.scalar()).setDouble(0, 0);
    }
    double[] scales = scales(variance, attrs.floating("epsilon"));
    Tensor scale = context.input(1);
    Tensor offset = context.input(2);
    Tensor y = context.allocate(0, x.shape());
    for (long i = 0; i < x.elements(); i++) {
      int c = channels.of(i);
      y.setDouble(
          i,
          (x.getDouble(i) - mean.getDouble(c)) * scales[c] * scale.getDouble(c)
              + offset.getDouble(c));
    }
  }

  private static void measure(Tensor x, Channels channels, Tensor mean, Tensor variance) {
    double[] sums = new double[channels.count()];
    double[] squares = new double[channels.count()];
    double rows = (double) x.elements() / channels.count();
    for (long i = 0; i < x.elements(); i++) {
      sums[channels.of(i)] += x.getDouble(i);
    }
    for (long i = 0; i < x.elements(); i++) {
      double apart = x.getDouble(i) - sums[channels.of(i)] / rows;
      squares[channels.of(i)] += apart * apart;
    }
    for (int c = 0; c < channels.count(); c++) {
      mean.setDouble(c, sums[c] / rows);
      variance.setDouble(c, squares[c] / rows);
    }
  }

  private static void average(
      KernelContext context,
      Tensor x,
      Channels channels,
      Tensor mean,
      Tensor variance,
      double factor) {
    Tensor runningMean = context.allocate(1, mean.shape());
    Tensor runningVariance = context.allocate(2, mean.shape());
    double rows = (double) x.elements() / channels.count();
    double ofSample = rows / Math.max(1, rows - 1);
    for (int c = 0; c < channels.count(); c++) {
      double oldMean = factor == 1 ? 0 : context.input(3).getDouble(c);
      double oldVariance = factor == 1 ? 0 : context.input(4).getDouble(c);
      runningMean.setDouble(c, (1 - factor) * oldMean + factor * mean.getDouble(c));
      runningVariance.setDouble(
          c, (1 - factor) * oldVariance + factor * variance.getDouble(c) * ofSample);
    }
  }
}
