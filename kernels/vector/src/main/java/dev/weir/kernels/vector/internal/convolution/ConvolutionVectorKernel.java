package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Convolutions of images and volumes, plain or depthwise, and their gradients. */
final class ConvolutionVectorKernel implements Kernel {
  /** What is computed of the other two. */
  private enum Role {
    OUTPUT,
    INPUT,
    FILTER
  }

  private final Role role;
  private final boolean isDepthwise;
  private final Slide slide;

  ConvolutionVectorKernel(KernelSpec spec) {
    this.isDepthwise = spec.op().startsWith("Depthwise");
    this.slide = Slide.of(spec.attrs());
    this.role =
        spec.op().contains("BackpropInput")
            ? Role.INPUT
            : spec.op().contains("BackpropFilter") ? Role.FILTER : Role.OUTPUT;
  }

  @Override
  public void compute(KernelContext context) {
    switch (role) {
      case OUTPUT -> {
        Tensor input = context.input(0);
        Tensor filter = context.input(1);
        Convolution convolution = Convolution.of(slide, input.shape(), filter.shape(), isDepthwise);
        Tensor output = context.allocate(0, convolution.output(slide, input.shape()));
        run(context, convolution, input, filter, output, output);
      }
      case INPUT -> {
        Tensor filter = context.input(1);
        Tensor gradient = context.input(2);
        Shape shape = inputShape(context.input(0), filter.shape(), gradient.shape());
        Convolution convolution = Convolution.of(slide, shape, filter.shape(), isDepthwise);
        Tensor output = context.allocate(0, shape);
        run(context, convolution, output, filter, gradient, output);
      }
      case FILTER -> {
        Tensor input = context.input(0);
        Tensor gradient = context.input(2);
        Shape shape = Shape.of(numbers(context.input(1)));
        Convolution convolution = Convolution.of(slide, input.shape(), shape, isDepthwise);
        Tensor output = context.allocate(0, shape);
        run(context, convolution, input, output, gradient, output);
      }
    }
  }

  private static long[] numbers(Tensor tensor) {
    long[] numbers = new long[Math.toIntExact(tensor.elements())];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = tensor.getLong(i);
    }
    return numbers;
  }

  /** The sizes that are given: all, or those of the space. */
  private Shape inputShape(Tensor given, Shape filter, Shape gradient) {
    long[] sizes = numbers(given);
    if (sizes.length == filter.rank()) {
      return Shape.of(sizes);
    }
    Shape shape = gradient.withSize(slide.channel(), filter.size(filter.rank() - 2));
    for (int i = 0; i < sizes.length; i++) {
      shape = shape.withSize(i + (slide.isChannelsLast() ? 1 : 2), sizes[i]);
    }
    return shape;
  }

  private void run(
      KernelContext context,
      Convolution convolution,
      Tensor images,
      Tensor filter,
      Tensor outputs,
      Tensor result) {
    if (result.elements() == 0) {
      return;
    }
    if (images.elements() == 0 || filter.elements() == 0 || outputs.elements() == 0) {
      RawMemory.bytes(result).fill((byte) 0);
      return;
    }
    if (slide.isChannelsLast()) {
      compute(context, convolution, images, filter, outputs);
      return;
    }
    Tensor lastImages = context.scratch(images.dtype(), ChannelOrder.last(images.shape()));
    Tensor lastOutputs = context.scratch(outputs.dtype(), ChannelOrder.last(outputs.shape()));
    if (images != result) {
      ChannelOrder.toLast(context, images, lastImages);
    }
    if (outputs != result) {
      ChannelOrder.toLast(context, outputs, lastOutputs);
    }
    compute(context, convolution, lastImages, filter, lastOutputs);
    if (images == result) {
      ChannelOrder.toFirst(context, lastImages, images);
    } else if (outputs == result) {
      ChannelOrder.toFirst(context, lastOutputs, outputs);
    }
  }

  private void compute(
      KernelContext context,
      Convolution convolution,
      Tensor images,
      Tensor filter,
      Tensor outputs) {
    if (isDepthwise) {
      DepthwiseConvolution run =
          new DepthwiseConvolution(context, convolution, images, filter, outputs);
      switch (role) {
        case OUTPUT -> run.forward();
        case INPUT -> run.inputGradient();
        case FILTER -> run.filterGradient();
      }
    } else {
      ProductConvolution run =
          new ProductConvolution(context, convolution, images, filter, outputs);
      switch (role) {
        case OUTPUT -> run.forward();
        case INPUT -> run.inputGradient();
        case FILTER -> run.filterGradient();
      }
    }
  }
}
