package dev.weir.kernels.onednn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.onednn.rewrite.FilterGradientWithBias;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@code Conv2D}, {@code DepthwiseConv2dNative}, {@code Conv3D} and the gradients of all, in
 * float32, with images in the usual order or in blocks. A depthwise convolution is one with a group
 * for each channel; both have the same filter layout.
 */
final class ConvolutionOneDnnKernel implements Kernel {
  private final ConvolutionSpec.Direction direction;
  private final boolean isDepthwise;
  private final WindowSlide window;
  private final boolean hasBias;
  private final @Nullable Epilogue epilogue;

  private ConvolutionOneDnnKernel(
      ConvolutionSpec.Direction direction,
      boolean isDepthwise,
      WindowSlide window,
      boolean hasBias,
      @Nullable Epilogue epilogue) {
    this.direction = direction;
    this.isDepthwise = isDepthwise;
    this.window = window;
    this.hasBias = hasBias;
    this.epilogue = epilogue;
  }

  /**
   * The kernel of a node.
   *
   * @param op the name of the op for the usual order of elements
   * @param block how many channels lie together; 0 if images are in the usual order
   */
  static ConvolutionOneDnnKernel of(KernelSpec spec, String op, int block) {
    ConvolutionSpec.Direction direction =
        switch (op) {
          case "Conv2D", "_FusedConv2D", "DepthwiseConv2dNative", "Conv3D" ->
              ConvolutionSpec.Direction.FORWARD;
          case "Conv2DBackpropInput",
              "DepthwiseConv2dNativeBackpropInput",
              "Conv3DBackpropInputV2" ->
              ConvolutionSpec.Direction.SOURCE_GRADIENT;
          default -> ConvolutionSpec.Direction.WEIGHTS_GRADIENT;
        };
    Epilogue epilogue = op.equals("_FusedConv2D") ? Epilogue.of(spec) : null;
    return new ConvolutionOneDnnKernel(
        direction,
        op.startsWith("Depthwise"),
        WindowSlide.of(spec.attrs(), block),
        epilogue != null || op.equals(FilterGradientWithBias.NAME),
        epilogue);
  }

  @Override
  public void compute(KernelContext context) {
    switch (direction) {
      case FORWARD -> forward(context);
      case SOURCE_GRADIENT -> sourceGradient(context);
      case WEIGHTS_GRADIENT -> weightsGradient(context);
    }
  }

  private void forward(KernelContext context) {
    Tensor source = context.input(0);
    Tensor filter = context.input(1);
    long[] space = window.output(window.space(source.shape()), filterSpace(filter.shape()));
    Tensor destination =
        context.allocate(0, window.images(source.shape().size(0), space, outputs(filter.shape())));
    run(context, source, filter, destination, destination, null);
    if (epilogue != null) {
      epilogue.finish(context, destination);
    }
  }

  private void sourceGradient(KernelContext context) {
    Tensor filter = context.input(1);
    Tensor gradient = context.input(2);
    long[] sizes = integers(context.input(0));
    Shape shape =
        sizes.length == window.spaces()
            ? window.images(gradient.shape().size(0), sizes, filter.shape().size(-2))
            : Shape.of(sizes);
    Tensor output = context.allocate(0, shape);
    run(context, output, filter, gradient, output, null);
  }

  private void weightsGradient(KernelContext context) {
    Tensor output = context.allocate(0, Shape.of(integers(context.input(1))));
    Tensor gradient = context.input(2);
    Tensor bias =
        hasBias ? context.allocate(1, Shape.of(gradient.shape().size(window.channel()))) : null;
    run(context, context.input(0), output, gradient, output, bias);
  }

  private static long[] integers(Tensor vector) {
    long[] values = new long[(int) vector.elements()];
    for (int i = 0; i < values.length; i++) {
      values[i] = vector.getLong(i);
    }
    return values;
  }

  private long outputs(Shape filter) {
    return isDepthwise ? filter.size(-2) * filter.size(-1) : filter.size(-1);
  }

  private static long[] filterSpace(Shape filter) {
    return filter.slice(0, filter.rank() - 2).sizes();
  }

  private void run(
      KernelContext context,
      Tensor source,
      Tensor filter,
      Tensor destination,
      Tensor output,
      @Nullable Tensor bias) {
    if (source.elements() == 0 || filter.elements() == 0 || destination.elements() == 0) {
      output.buffer().fill(0, output.byteSize(), (byte) 0);
      if (bias != null) {
        bias.buffer().fill(0, bias.byteSize(), (byte) 0);
      }
      return;
    }
    ConvolutionSpec spec = spec(source.shape(), filter.shape(), destination.shape());
    boolean isPart =
        !Arrays.equals(seen(source.shape(), filter.shape()), window.space(source.shape()));
    if (direction == ConvolutionSpec.Direction.SOURCE_GRADIENT && isPart) {
      output.buffer().fill(0, output.byteSize(), (byte) 0);
    }
    double flops = 2.0 * destination.elements() * filter.elements() / outputs(filter.shape());
    PrimitiveRunner runner = PrimitiveRunner.shared();
    runner.within(
        context.parallel().threads(),
        flops,
        threads -> run(context, runner, threads, spec, source, filter, destination, bias));
  }

  private void run(
      KernelContext context,
      PrimitiveRunner runner,
      int threads,
      ConvolutionSpec spec,
      Tensor source,
      Tensor filter,
      Tensor destination,
      @Nullable Tensor bias) {
    Scratch scratch = bytes -> scratch(context, bytes);
    boolean isGradient = direction == ConvolutionSpec.Direction.WEIGHTS_GRADIENT;
    Tensor reordered =
        isGradient
            ? context.scratch(DType.UINT8, Shape.of(weightBytes(runner, spec, threads)))
            : reordered(context, runner, threads, spec, filter);
    MemorySegment weights = bytes(reordered);
    MemorySegment[] data = {bytes(source), weights, bytes(destination)};
    if (epilogue != null) {
      data = epilogue.dataAfter(context, data);
    } else if (bias != null) {
      data = new MemorySegment[] {data[0], data[1], data[2], bytes(bias)};
    }
    runner.run(spec, threads, scratch, data);
    if (isGradient) {
      runner.run(new WeightsReorderSpec(spec, true), threads, scratch, weights, bytes(filter));
    }
    Reference.reachabilityFence(reordered);
  }

  private long weightBytes(PrimitiveRunner runner, ConvolutionSpec spec, int threads) {
    return runner.argumentBytes(spec, threads, direction.weights());
  }

  /** Tells the layouts of weights apart. */
  private record Layout(ConvolutionSpec spec, int threads) {}

  /** The filter in the layout that the primitive wants, made for this call or kept from another. */
  private Tensor reordered(
      KernelContext context,
      PrimitiveRunner runner,
      int threads,
      ConvolutionSpec spec,
      Tensor filter) {
    long bytes = weightBytes(runner, spec, threads);
    Consumer<MemorySegment> reorder =
        to ->
            runner.run(
                new WeightsReorderSpec(spec, false),
                threads,
                count -> scratch(context, count),
                bytes(filter),
                to);
    Tensor kept =
        KeptWeights.of(context).find(context, filter, new Layout(spec, threads), bytes, reorder);
    if (kept != null) {
      return kept;
    }
    Tensor own = context.scratch(DType.UINT8, Shape.of(bytes));
    reorder.accept(bytes(own));
    return own;
  }

  static MemorySegment scratch(KernelContext context, long bytes) {
    return bytes(context.scratch(DType.UINT8, Shape.of(bytes)));
  }

  /** The memory of a tensor's elements; its buffer may be larger. */
  static MemorySegment bytes(Tensor tensor) {
    return tensor.buffer().segment().asSlice(0, tensor.byteSize());
  }

  private ConvolutionSpec spec(Shape source, Shape filter, Shape destination) {
    long batch = source.size(0);
    long channels = source.size(window.channel());
    long outputs = outputs(filter);
    long groupChannels = isDepthwise ? 1 : filter.size(-2);
    long[] in = window.space(source);
    long[] size = filterSpace(filter);
    long[] seen = seen(source, filter);
    DnnlPrimitives.Slide slide = window.slide(in, size, Math.max(channels, outputs), seen);
    return new ConvolutionSpec(
        direction,
        window.part(batch, channels, in, seen),
        window.layout(batch, outputs, window.space(destination)),
        weights(channels / groupChannels, groupChannels, outputs, size),
        slide,
        hasBias,
        epilogue);
  }

  private long[] seen(Shape source, Shape filter) {
    long[] in = window.space(source);
    boolean isSingle = source.size(window.channel()) == 1;
    return isSingle ? window.seen(in, filterSpace(filter)) : in;
  }

  /** Space, channels, outputs, seen as groups, outputs, channels, space. */
  private static MemoryDesc weights(long groups, long channels, long outputs, long[] size) {
    int rank = size.length + 3;
    long[] dims = new long[rank];
    long[] steps = new long[rank];
    dims[0] = groups;
    steps[0] = outputs / groups;
    dims[1] = outputs / groups;
    steps[1] = 1;
    dims[2] = channels;
    steps[2] = outputs;
    for (int d = rank - 1; d > 2; d--) {
      dims[d] = size[d - 3];
      steps[d] = d == rank - 1 ? channels * outputs : steps[d + 1] * dims[d + 1];
    }
    int first = groups == 1 ? 1 : 0;
    return new MemoryDesc(
        DataType.F32,
        Arrays.copyOfRange(dims, first, rank),
        Arrays.copyOfRange(steps, first, rank));
  }
}
