package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.ConvolutionOneDnnKernel.bytes;

import dev.weir.graph.Attributes;
import dev.weir.graph.OpRegistry;
import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code FusedBatchNorm} and its gradients, all versions, in float32. */
final class BatchNormOneDnnKernel implements Kernel {
  private final boolean isTraining;
  private final boolean isGradient;
  private final float epsilon;
  private final float averageFactor;
  private final boolean isChannelsLast;

  /** For batches without images. */
  private final Kernel reference;

  private BatchNormOneDnnKernel(KernelSpec spec, boolean isGradient) {
    Attributes attrs = spec.attrs();
    this.isTraining = attrs.bool("is_training");
    this.isGradient = isGradient;
    this.epsilon = attrs.floating("epsilon");
    this.averageFactor = isGradient ? 1 : attrs.floating("exponential_avg_factor");
    this.isChannelsLast = attrs.string("data_format").endsWith("C");
    this.reference = OpRegistry.standard().get(spec.op()).kernel(spec);
  }

  static BatchNormOneDnnKernel of(KernelSpec spec) {
    return new BatchNormOneDnnKernel(spec, spec.op().contains("Grad"));
  }

  @Override
  public void compute(KernelContext context) {
    if (context.input(0).elements() == 0) {
      reference.compute(context);
    } else if (isGradient) {
      gradient(context);
    } else if (isTraining) {
      train(context);
    } else {
      infer(context);
    }
  }

  private BatchNormSpec spec(Shape images) {
    int channel = isChannelsLast ? images.rank() - 1 : 1;
    long batch = images.size(0);
    long channels = images.size(channel);
    long places = images.elements() / batch / channels;
    long[] dims = {batch, channels, 1, places};
    MemoryDesc layout =
        isChannelsLast
            ? new MemoryDesc(
                DataType.F32, dims, new long[] {places * channels, 1, places * channels, channels})
            : MemoryDesc.rowMajor(DataType.F32, dims);
    return new BatchNormSpec(isTraining, isGradient, epsilon, layout);
  }

  private void run(KernelContext context, Tensor... operands) {
    BatchNormSpec spec = spec(operands[0].shape());
    PrimitiveRunner runner = PrimitiveRunner.shared();
    var data = new java.lang.foreign.MemorySegment[operands.length];
    for (int i = 0; i < data.length; i++) {
      data[i] = bytes(operands[i]);
    }
    runner.within(
        context.parallel().threads(),
        8.0 * operands[0].elements(),
        threads ->
            runner.run(
                spec, threads, size -> ConvolutionOneDnnKernel.scratch(context, size), data));
  }

  private void train(KernelContext context) {
    Tensor x = context.input(0);
    Tensor scale = context.input(1);
    Tensor mean = context.allocate(3, scale.shape());
    Tensor variance = context.allocate(4, scale.shape());
    Tensor y = context.allocate(0, x.shape());
    run(context, x, mean, variance, scale, context.input(2), y);
    Tensor runningMean = context.allocate(1, scale.shape());
    Tensor runningVariance = context.allocate(2, scale.shape());
    double rows = (double) x.elements() / scale.elements();
    double ofSample = rows / Math.max(1, rows - 1);
    for (long c = 0; c < scale.elements(); c++) {
      runningMean.setDouble(c, average(context, 3, c, mean.getDouble(c)));
      runningVariance.setDouble(c, average(context, 4, c, variance.getDouble(c) * ofSample));
    }
    reserve(context);
  }

  /** What a running average moves to; without one the new value. */
  private double average(KernelContext context, int input, long channel, double value) {
    return averageFactor == 1
        ? value
        : (1 - averageFactor) * context.input(input).getDouble(channel) + averageFactor * value;
  }

  private void infer(KernelContext context) {
    Tensor x = context.input(0);
    Tensor y = context.allocate(0, x.shape());
    run(context, x, context.input(3), context.input(4), context.input(1), context.input(2), y);
    for (int i = 0; i < 2; i++) {
      Tensor given = context.input(3 + i);
      context.allocate(1 + i, given.shape()).copyFrom(given, 0, 0, given.elements());
      context.allocate(3 + i, given.shape()).copyFrom(given, 0, 0, given.elements());
    }
    reserve(context);
  }

  private static void reserve(KernelContext context) {
    if (context.outputCount() > 5) {
      context.allocate(5, Shape.scalar()).setFloat(0, 0);
    }
  }

  private void gradient(KernelContext context) {
    Tensor gradient = context.input(0);
    Tensor x = context.input(1);
    Tensor scale = context.input(2);
    run(
        context,
        x,
        context.input(3),
        context.input(4),
        gradient,
        scale,
        context.allocate(0, x.shape()),
        context.allocate(1, scale.shape()),
        context.allocate(2, scale.shape()));
    context.allocate(3, Shape.of(0));
    context.allocate(4, Shape.of(0));
  }
}
