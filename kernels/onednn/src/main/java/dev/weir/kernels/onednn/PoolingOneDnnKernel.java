package dev.weir.kernels.onednn;

import static dev.weir.kernels.onednn.ConvolutionOneDnnKernel.bytes;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;

/** Pooling of images and volumes over space: the largest, averages, their gradients, in float32. */
final class PoolingOneDnnKernel implements Kernel {
  private final boolean isMax;
  private final boolean isGradient;
  private final WindowSlide window;
  private final long[] size;

  private PoolingOneDnnKernel(boolean isMax, boolean isGradient, WindowSlide window, long[] size) {
    this.isMax = isMax;
    this.isGradient = isGradient;
    this.window = window;
    this.size = size;
  }

  /**
   * The kernel of a node.
   *
   * @param op without a word about the order of elements
   * @param block how many channels lie together; 0 if images are in the usual order
   */
  static PoolingOneDnnKernel of(KernelSpec spec, String op, int block) {
    WindowSlide window = WindowSlide.of(spec.attrs(), block);
    return new PoolingOneDnnKernel(
        op.startsWith("Max"),
        op.endsWith("Grad"),
        window,
        WindowSlide.space(spec.attrs().integers("ksize"), window.isChannelsLast()));
  }

  /** Whether oneDNN has it: windows over space, not over channels. */
  static boolean handles(KernelSpec spec) {
    long[] size = spec.attrs().integers("ksize");
    return switch (spec.attrs().string("data_format")) {
      case "NHWC", "NDHWC" -> size[size.length - 1] == 1;
      case "NCHW", "NCDHW" -> size[1] == 1;
      default -> false;
    };
  }

  @Override
  public void compute(KernelContext context) {
    if (isGradient) {
      gradient(context);
    } else {
      forward(context);
    }
  }

  private void forward(KernelContext context) {
    Tensor source = context.input(0);
    Shape in = source.shape();
    long[] space = window.output(window.space(in), size);
    Tensor output =
        context.allocate(0, window.images(in.size(0), space, in.size(window.channel())));
    if (output.elements() == 0) {
      return;
    }
    PoolingSpec spec = spec(in, output.shape(), false, false);
    PrimitiveRunner runner = PrimitiveRunner.shared();
    runner.within(
        context.parallel().threads(),
        work(output),
        threads -> runner.run(spec, threads, scratch(context), bytes(source), bytes(output)));
  }

  private void gradient(KernelContext context) {
    Tensor gradient = context.input(isMax ? 2 : 1);
    Shape in = isMax ? context.input(0).shape() : shapeIn(context.input(0));
    Tensor output = context.allocate(0, in);
    if (output.elements() == 0 || gradient.elements() == 0) {
      output.buffer().fill(0, output.byteSize(), (byte) 0);
      return;
    }
    PrimitiveRunner runner = PrimitiveRunner.shared();
    PoolingSpec backward = spec(in, gradient.shape(), true, true);
    runner.within(
        context.parallel().threads(),
        2 * work(gradient),
        threads -> {
          Scratch scratch = scratch(context);
          if (!isMax) {
            runner.run(backward, threads, scratch, bytes(gradient), bytes(output));
            return;
          }
          // which elements were the largest is found again: the graph has no place to keep it
          PoolingSpec forward = spec(in, gradient.shape(), true, false);
          MemorySegment places =
              ConvolutionOneDnnKernel.scratch(
                  context, runner.argumentBytes(forward, threads, PrimitiveArgument.WORKSPACE));
          MemorySegment largest = bytes(context.scratch(DType.FLOAT32, gradient.shape()));
          runner.run(forward, threads, scratch, bytes(context.input(0)), largest, places);
          runner.run(backward, threads, scratch, bytes(gradient), bytes(output), places);
        });
  }

  private static Scratch scratch(KernelContext context) {
    return bytes -> ConvolutionOneDnnKernel.scratch(context, bytes);
  }

  /** In operations; memory is slower than arithmetic. */
  private double work(Tensor pooled) {
    return (double) pooled.elements() * Shape.of(size).elements();
  }

  private static Shape shapeIn(Tensor vector) {
    long[] sizes = new long[(int) vector.elements()];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = vector.getLong(i);
    }
    return Shape.of(sizes);
  }

  private PoolingSpec spec(Shape in, Shape out, boolean isTraining, boolean backward) {
    long[] space = window.space(in);
    long channels = in.size(window.channel());
    DnnlPrimitives.Slide slide = window.slide(space, size, channels, space);
    return new PoolingSpec(
        isMax,
        isTraining,
        backward,
        window.layout(in.size(0), channels, space),
        window.layout(in.size(0), channels, window.space(out)),
        slide);
  }
}
