package dev.weir.kernels.vector.internal.image;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/**
 * {@code CropAndResizeGradImage}: each image gets the gradients of its boxes, one after the other.
 * What is summed in is at least a float.
 */
final class CropGradImageVectorKernel implements Kernel {
  private static final int BLOCK = 1024;

  private final boolean isNearest;
  private final DType type;
  private final DType sumType;
  private final PixelLoops loops;

  CropGradImageVectorKernel(KernelSpec spec) {
    this.isNearest = spec.attrs().string("method").equals("nearest");
    this.type = spec.outputDtype(0);
    this.sumType = type == DType.FLOAT64 ? type : DType.FLOAT32;
    this.loops = PixelLoops.of(sumType);
  }

  @Override
  public void compute(KernelContext context) {
    long[] sizes = new long[4];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = context.input(3).getLong(i);
    }
    Shape shape = Shape.of(sizes);
    Tensor output = context.allocate(0, shape);
    Tensor sums = type == sumType ? output : context.scratch(sumType, shape);
    RawMemory.bytes(sums).fill((byte) 0);
    Tensor gradient = context.input(0);
    if (gradient.elements() > 0) {
      CropBox.requireImages(context.input(2), shape.size(0));
      context
          .parallel()
          .forRange(
              shape.size(0),
              1,
              (from, to) -> {
                for (long image = from; image < to; image++) {
                  spread(context, image, sums);
                }
              });
    }
    if (sums != output) {
      round(context, sums, output);
    }
  }

  private void spread(KernelContext context, long image, Tensor sums) {
    Tensor gradient = context.input(0);
    Tensor indices = context.input(2);
    Shape from = gradient.shape();
    Shape shape = sums.shape();
    int channels = Math.toIntExact(shape.size(3));
    CropColumns places = new CropColumns(Math.toIntExact(from.size(2)), channels);
    long rowBytes = shape.elements(2, 4) * sumType.byteSize();
    long to = RawMemory.address(sums) + image * shape.size(1) * rowBytes;
    for (long n = 0; n < indices.elements(); n++) {
      if (indices.getLong(n) != image) {
        continue;
      }
      CropBox box =
          CropBox.of(context.input(1), n, shape.size(1), shape.size(2), from.size(1), from.size(2));
      places.moveTo(box);
      for (long i = 0; i < from.size(1); i++) {
        float row = box.row(i);
        if (!box.isRow(row)) {
          continue;
        }
        long at =
            RawMemory.address(gradient)
                + (n * from.size(1) + i) * from.elements(2, 4) * Float.BYTES;
        if (isNearest) {
          loops.add(places, at, to + CropBox.nearest(row) * rowBytes);
        } else {
          loops.spread(
              places,
              at,
              to + CropBox.lower(row, box.rows()) * rowBytes,
              to + CropBox.upper(row, box.rows()) * rowBytes,
              CropBox.fraction(row));
        }
      }
    }
  }

  private void round(KernelContext context, Tensor sums, Tensor output) {
    ElementRows wide = ElementRows.of(sumType);
    ElementRows narrow = ElementRows.of(type);
    long in = RawMemory.address(sums);
    long out = RawMemory.address(output);
    Grain.CHEAP.forRange(
        context,
        sums.elements(),
        (from, to) -> {
          double[] block = new double[BLOCK];
          for (long at = from; at < to; at += BLOCK) {
            int count = (int) Math.min(BLOCK, to - at);
            wide.load(in + (at << wide.shift()), block, 0, count);
            narrow.store(block, 0, count, out + (at << narrow.shift()));
          }
        });
  }
}
