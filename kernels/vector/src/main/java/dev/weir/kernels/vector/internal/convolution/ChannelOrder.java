package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** Copies of images with the channels last instead of first, or the other way round. */
final class ChannelOrder {
  /** Pixels that are copied together. */
  private static final int STRIP = 16;

  private ChannelOrder() {}

  /** A shape with its channels, which are first, last. */
  static Shape last(Shape shape) {
    return shape.slice(0, 1).concat(shape.slice(2, shape.rank())).concat(shape.slice(1, 2));
  }

  static void toLast(KernelContext context, Tensor first, Tensor last) {
    Shape shape = first.shape();
    transpose(context, first, shape.size(0), shape.size(1), shape.elements(2, shape.rank()), last);
  }

  static void toFirst(KernelContext context, Tensor last, Tensor first) {
    Shape shape = first.shape();
    transpose(context, last, shape.size(0), shape.elements(2, shape.rank()), shape.size(1), first);
  }

  /** From {@code [batch, rows, columns]} to {@code [batch, columns, rows]}. */
  private static void transpose(
      KernelContext context, Tensor from, long batch, long rows, long columns, Tensor to) {
    ElementRows elements = ElementRows.of(from.dtype());
    long strips = Math.ceilDiv(columns, STRIP);
    int height = Math.toIntExact(rows);
    Grain.CHEAP.forRows(
        context,
        batch * strips,
        rows * STRIP,
        (first, end) -> {
          double[] row = new double[STRIP];
          double[] turned = new double[Math.multiplyExact(STRIP, height)];
          for (long at = first; at < end; at++) {
            long column = at % strips * STRIP;
            long image = at / strips * rows * columns;
            int width = (int) Math.min(STRIP, columns - column);
            for (int i = 0; i < height; i++) {
              long place = image + i * columns + column;
              elements.load(RawMemory.address(from) + (place << elements.shift()), row, 0, width);
              for (int j = 0; j < width; j++) {
                turned[j * height + i] = row[j];
              }
            }
            long place = image + column * rows;
            elements.store(
                turned, 0, width * height, RawMemory.address(to) + (place << elements.shift()));
          }
        });
  }
}
