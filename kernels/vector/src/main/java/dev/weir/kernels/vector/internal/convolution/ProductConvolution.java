package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.MatrixView;
import dev.weir.kernels.vector.internal.gemm.RealProducts;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * A run of a convolution or a gradient of it as products of patches, of float32 or float64. Some
 * pixels are computed at a time, so that their patches stay in the caches.
 */
final class ProductConvolution {
  private static final long MOST_PATCH_ELEMENTS = 1 << 19;
  private static final int BLOCK = 1024;

  private final KernelContext context;
  private final Convolution convolution;
  private final Patches patches;
  private final Tensor images;
  private final Tensor filter;
  private final Tensor outputs;
  private final long pixels;
  private final long pixelsAtOnce;
  private final int depth;
  private final Tensor memory;

  /**
   * Of tensors with channels last, one of which is what is computed.
   *
   * @param images of the shape of the input
   * @param outputs of the shape of the output
   */
  ProductConvolution(
      KernelContext context,
      Convolution convolution,
      Tensor images,
      Tensor filter,
      Tensor outputs) {
    DType dtype = images.dtype();
    this.context = context;
    this.convolution = convolution;
    this.patches = new Patches(convolution, dtype == DType.FLOAT64);
    this.images = images;
    this.filter = filter;
    this.outputs = outputs;
    this.pixels = convolution.batch() * convolution.outPixels();
    this.depth = Math.multiplyExact(convolution.taps(), convolution.groupChannels());
    this.pixelsAtOnce = Math.clamp(MOST_PATCH_ELEMENTS / depth, Math.min(64, pixels), pixels);
    long room = convolution.isPointwise() ? 0 : pixelsAtOnce * depth;
    this.memory = context.scratch(dtype, Shape.of(room));
  }

  /** What is done with some pixels, for each group. */
  private interface Part {
    void run(int group, long first, long count, MatrixView patches);
  }

  private void forEach(Part part) {
    for (long first = 0; first < pixels; first += pixelsAtOnce) {
      long count = Math.min(pixelsAtOnce, pixels - first);
      for (int group = 0; group < convolution.groups(); group++) {
        context.checkCancelled();
        part.run(group, first, count, patches(group, first, count));
      }
    }
  }

  /** Where the patches of some pixels are, or will be. */
  private MatrixView patches(int group, long first, long count) {
    return convolution.isPointwise()
        ? pixels(images, convolution.groupChannels(), group, first, count)
        : MatrixView.of(memory, 0, count, depth);
  }

  /** The channels or outputs of a group of some pixels. */
  private MatrixView pixels(Tensor tensor, int ofGroup, int group, long first, long count) {
    long all = (long) ofGroup * convolution.groups();
    return new MatrixView(tensor, first * all + (long) group * ofGroup, count, ofGroup, all, false);
  }

  private MatrixView outputs(int group, long first, long count) {
    return pixels(outputs, convolution.groupOutputs(), group, first, count);
  }

  private MatrixView filter(Tensor tensor, int group) {
    int own = convolution.groupOutputs();
    return new MatrixView(tensor, (long) group * own, depth, own, convolution.outputs(), false);
  }

  private void gather(int group, long first, long count) {
    if (!convolution.isPointwise()) {
      patches.gather(
          context, RawMemory.address(images), group, first, count, RawMemory.address(memory));
    }
  }

  /** Sets the outputs. */
  void forward() {
    forEach(
        (group, first, count, matrix) -> {
          gather(group, first, count);
          RealProducts.multiply(
              context, matrix, filter(filter, group), outputs(group, first, count));
        });
  }

  /** Sets the images to their gradient. */
  void inputGradient() {
    RawMemory.bytes(images).fill((byte) 0);
    forEach(
        (group, first, count, matrix) -> {
          MatrixView weights = filter(filter, group).transposed();
          RealProducts.multiply(context, outputs(group, first, count), weights, matrix);
          if (!convolution.isPointwise()) {
            patches.scatter(
                context, RawMemory.address(images), group, first, count, RawMemory.address(memory));
          }
        });
  }

  /** Sets the filter to its gradient. */
  void filterGradient() {
    RawMemory.bytes(filter).fill((byte) 0);
    Tensor part = context.scratch(filter.dtype(), filter.shape());
    forEach(
        (group, first, count, matrix) -> {
          gather(group, first, count);
          Tensor target = first == 0 ? filter : part;
          RealProducts.multiply(
              context, matrix.transposed(), outputs(group, first, count), filter(target, group));
          if (first > 0 && group == convolution.groups() - 1) {
            add(part, filter);
          }
        });
  }

  private static void add(Tensor part, Tensor sum) {
    ElementRows rows = ElementRows.of(sum.dtype());
    double[] x = new double[BLOCK];
    double[] y = new double[BLOCK];
    for (long at = 0; at < sum.elements(); at += BLOCK) {
      int count = (int) Math.min(BLOCK, sum.elements() - at);
      rows.load(RawMemory.address(part) + (at << rows.shift()), x, 0, count);
      rows.load(RawMemory.address(sum) + (at << rows.shift()), y, 0, count);
      for (int i = 0; i < count; i++) {
        y[i] += x[i];
      }
      rows.store(y, 0, count, RawMemory.address(sum) + (at << rows.shift()));
    }
  }
}
