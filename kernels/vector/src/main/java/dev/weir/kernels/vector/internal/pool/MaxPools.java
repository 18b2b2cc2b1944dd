package dev.weir.kernels.vector.internal.pool;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.convolution.Slide;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** The largest elements of windows, where they are, and their gradients. */
final class MaxPools {
  private MaxPools() {}

  static void forward(KernelContext context, Slide slide, long[] size) {
    Tensor input = context.input(0);
    Pool pool = Pool.of(slide, size, input.shape());
    Tensor output = context.allocate(0, pool.output());
    if (output.elements() == 0) {
      return;
    }
    DType dtype = input.dtype();
    if (dtype == DType.INT64 || dtype == DType.UINT64 || !inRows(context, pool, input, output)) {
      WindowLoops loops = WindowLoops.of(dtype);
      forEach(
          context,
          pool,
          loops,
          input,
          true,
          (found, out) -> loops.store(found, pool.channels(), address(output, out)));
    }
  }

  /** In double precision, which all types have that are not integers of 64 bits. */
  private static boolean inRows(KernelContext context, Pool pool, Tensor input, Tensor output) {
    ElementRows elements = ElementRows.of(input.dtype());
    long in = RawMemory.address(input);
    long out = RawMemory.address(output);
    boolean[] hasNan = new boolean[1];
    Grain.CHEAP.forRows(
        context,
        pool.outRows(),
        Math.max(1, input.elements() / pool.outRows()),
        (from, to) -> {
          PoolRow row = new PoolRow(pool, elements);
          for (long at = from; at < to && !hasNan[0]; at++) {
            if (!row.largest(in, at, out)) {
              hasNan[0] = true;
            }
          }
        });
    return !hasNan[0];
  }

  private static long address(Tensor tensor, long element) {
    return RawMemory.address(tensor) + element * tensor.dtype().byteSize();
  }

  /** What is done with the largest elements of a window. */
  @FunctionalInterface
  private interface Found {
    void at(WindowLoops.Maxima found, long output);
  }

  private static void forEach(
      KernelContext context,
      Pool pool,
      WindowLoops loops,
      Tensor input,
      boolean prefersNumbers,
      Found visit) {
    long in = RawMemory.address(input);
    int channels = pool.channels();
    pool.forEach(
        context,
        () -> {
          WindowLoops.Maxima found = new WindowLoops.Maxima(channels);
          return (out, window, count) -> {
            loops.find(in, window, count, prefersNumbers, channels, found);
            visit.at(found, out);
          };
        });
  }

  static void gradient(KernelContext context, Slide slide, long[] size) {
    Tensor input = context.input(0);
    Tensor gradient = context.input(2);
    Tensor output = context.allocate(0, input.shape());
    RawMemory.bytes(output).fill((byte) 0);
    Pool pool = Pool.of(slide, size, input.shape());
    if (gradient.elements() == 0) {
      return;
    }
    WindowLoops loops = WindowLoops.of(input.dtype());
    long to = RawMemory.address(output);
    forEach(
        context,
        pool,
        loops,
        input,
        false,
        (found, out) -> loops.add(address(gradient, out), found, pool.channels(), to));
  }

  static void secondGradient(KernelContext context, Slide slide, long[] size) {
    Tensor input = context.input(0);
    Tensor largest = context.input(1);
    Tensor gradient = context.input(2);
    Pool pool = Pool.of(slide, size, input.shape());
    Tensor output = context.allocate(0, pool.output());
    if (output.elements() == 0) {
      return;
    }
    WindowLoops loops = WindowLoops.of(input.dtype());
    long in = RawMemory.address(input);
    long from = RawMemory.address(gradient);
    pool.forEach(
        context,
        () ->
            (out, window, count) ->
                loops.pick(
                    in,
                    window,
                    count,
                    address(largest, out),
                    from,
                    pool.channels(),
                    address(output, out)));
  }

  static void withArgmax(KernelContext context, Slide slide, long[] size, boolean countsBatch) {
    Tensor input = context.input(0);
    Pool pool = Pool.of(slide, size, input.shape());
    Tensor output = context.allocate(0, pool.output());
    Tensor argmax = context.allocate(1, pool.output());
    if (output.elements() == 0) {
      return;
    }
    WindowLoops loops = WindowLoops.of(input.dtype());
    int channels = pool.channels();
    long image = pool.inImage();
    forEach(
        context,
        pool,
        loops,
        input,
        false,
        (found, out) -> {
          loops.store(found, channels, address(output, out));
          long before = countsBatch ? 0 : out / pool.outImage() * image;
          for (int c = 0; c < channels; c++) {
            argmax.setLong(out + c, found.elements[c] - before);
          }
        });
  }

  /** Adds gradients where the largest elements are. */
  static void argmaxGradient(KernelContext context, boolean countsBatch) {
    Tensor gradient = context.input(1);
    Tensor argmax = context.input(2);
    Shape images = context.input(0).shape();
    Tensor output = context.allocate(0, images);
    RawMemory.bytes(output).fill((byte) 0);
    WindowLoops loops = WindowLoops.of(output.dtype());
    for (long i = 0; i < argmax.elements(); i++) {
      long at = source(argmax, i, images, countsBatch);
      loops.add(address(gradient, i), address(output, at));
    }
  }

  /** Takes gradients from where the largest elements are. */
  static void argmaxSecondGradient(KernelContext context, boolean countsBatch) {
    Tensor gradient = context.input(1);
    Tensor argmax = context.input(2);
    Shape images = context.input(0).shape();
    Tensor output = context.allocate(0, argmax.shape());
    WindowLoops loops = WindowLoops.of(output.dtype());
    for (long i = 0; i < argmax.elements(); i++) {
      long at = source(argmax, i, images, countsBatch);
      loops.copy(address(gradient, at), address(output, i));
    }
  }

  private static long source(Tensor argmax, long i, Shape images, boolean countsBatch) {
    long image = images.elements(1, 4);
    long pooledImage = argmax.elements() / Math.max(1, images.size(0));
    long at = argmax.getLong(i) + (countsBatch ? 0 : i / pooledImage * image);
    if (at < 0 || at >= images.elements()) {
      throw WeirException.invalidArgument(
          "argmax must be a position in the images: element %d is %d, the images are %s",
          i, argmax.getLong(i), images);
    }
    return at;
  }
}
