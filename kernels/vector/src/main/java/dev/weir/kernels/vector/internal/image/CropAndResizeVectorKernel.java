package dev.weir.kernels.vector.internal.image;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code CropAndResize}, a row of a crop at a time. */
final class CropAndResizeVectorKernel implements Kernel {
  private final boolean isNearest;
  private final float outside;
  private final PixelLoops loops;
  private final int bytes;

  CropAndResizeVectorKernel(KernelSpec spec) {
    this.isNearest = spec.attrs().string("method").equals("nearest");
    this.outside = spec.attrs().floating("extrapolation_value");
    this.loops = PixelLoops.of(spec.inputDtype(0));
    this.bytes = spec.inputDtype(0).byteSize();
  }

  @Override
  public void compute(KernelContext context) {
    Tensor images = context.input(0);
    Tensor boxes = context.input(1);
    Tensor indices = context.input(2);
    Shape shape = images.shape();
    long rows = context.input(3).getLong(0);
    long columns = context.input(3).getLong(1);
    Tensor output =
        context.allocate(0, Shape.of(boxes.shape().size(0), rows, columns, shape.size(3)));
    if (output.elements() == 0) {
      return;
    }
    CropBox.requireImages(indices, shape.size(0));
    int channels = Math.toIntExact(shape.size(3));
    long rowBytes = shape.elements(2, 4) * bytes;
    long in = RawMemory.address(images);
    long out = RawMemory.address(output);
    Grain.COSTLY.forRows(
        context,
        output.shape().elements(0, 2),
        columns * channels,
        (from, to) -> {
          CropColumns places = new CropColumns(Math.toIntExact(columns), channels);
          CropBox box = null;
          for (long at = from; at < to; at++) {
            long i = at % rows;
            if (box == null || i == 0) {
              box = CropBox.of(boxes, at / rows, shape.size(1), shape.size(2), rows, columns);
              places.moveTo(box);
            }
            long image = in + indices.getLong(at / rows) * shape.size(1) * rowBytes;
            crop(box, places, i, image, rowBytes, out + at * columns * channels * Float.BYTES);
          }
        });
  }

  private void crop(CropBox box, CropColumns places, long i, long image, long rowBytes, long out) {
    float row = box.row(i);
    if (!box.isRow(row)) {
      long floats = (long) places.left.length * places.channels;
      for (long k = 0; k < floats; k++) {
        RawMemory.ALL.setAtIndex(
            java.lang.foreign.ValueLayout.JAVA_FLOAT, out / Float.BYTES + k, outside);
      }
    } else if (isNearest) {
      loops.copy(places, image + CropBox.nearest(row) * rowBytes, outside, out);
    } else {
      loops.blend(
          places,
          image + CropBox.lower(row, box.rows()) * rowBytes,
          image + CropBox.upper(row, box.rows()) * rowBytes,
          CropBox.fraction(row),
          outside,
          out);
    }
  }
}
