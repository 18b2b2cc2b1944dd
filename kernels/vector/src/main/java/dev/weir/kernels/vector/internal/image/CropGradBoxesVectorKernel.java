package dev.weir.kernels.vector.internal.image;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;

/** {@code CropAndResizeGradBoxes}, box by box. */
final class CropGradBoxesVectorKernel implements Kernel {
  private final PixelLoops loops;
  private final int bytes;

  CropGradBoxesVectorKernel(KernelSpec spec) {
    this.loops = PixelLoops.of(spec.inputDtype(1));
    this.bytes = spec.inputDtype(1).byteSize();
  }

  @Override
  public void compute(KernelContext context) {
    Tensor gradient = context.input(0);
    Tensor images = context.input(1);
    Tensor boxes = context.input(2);
    Tensor indices = context.input(3);
    Tensor output = context.allocate(0, boxes.shape());
    if (gradient.elements() == 0) {
      RawMemory.bytes(output).fill((byte) 0);
      return;
    }
    Shape from = gradient.shape();
    Shape shape = images.shape();
    CropBox.requireImages(indices, shape.size(0));
    int channels = Math.toIntExact(shape.size(3));
    Grain.COSTLY.forRows(
        context,
        from.size(0),
        from.elements(1, 4),
        (first, end) -> {
          CropColumns places = new CropColumns(Math.toIntExact(from.size(2)), channels);
          for (long n = first; n < end; n++) {
            CropBox box =
                CropBox.of(boxes, n, shape.size(1), shape.size(2), from.size(1), from.size(2));
            places.moveTo(box);
            float[] edges = new float[4];
            long image = indices.getLong(n) * shape.elements(1, 4) * bytes;
            long at = RawMemory.address(gradient) + n * from.elements(1, 4) * Float.BYTES;
            addSlopes(box, places, RawMemory.address(images) + image, at, edges);
            for (int i = 0; i < edges.length; i++) {
              output.setFloat(4 * n + i, edges[i]);
            }
          }
        });
  }

  private void addSlopes(
      CropBox box, CropColumns places, long image, long gradient, float[] edges) {
    long rowBytes = box.columns() * places.channels * bytes;
    long pixelBytes = (long) places.channels * Float.BYTES;
    double[] slopes = new double[2];
    for (long i = 0; i < box.cropRows(); i++) {
      float row = box.row(i);
      if (!box.isRow(row)) {
        continue;
      }
      long top = image + CropBox.lower(row, box.rows()) * rowBytes;
      long bottom = image + CropBox.upper(row, box.rows()) * rowBytes;
      float down = CropBox.fraction(row);
      for (int j = 0; j < places.left.length; j++) {
        if (!places.isOutside(j)) {
          long at = gradient + (i * places.left.length + j) * pixelBytes;
          loops.slopes(places, j, at, top, bottom, down, slopes);
          move(edges, 0, slopes[0], box.rows(), box.cropRows(), i);
          move(edges, 1, slopes[1], box.columns(), box.cropColumns(), j);
        }
      }
    }
  }

  /** Adds what place {@code i} of {@code count} gives the two edges of a box. */
  private static void move(float[] edges, int edge, double change, long size, long count, long i) {
    double toSecond = count > 1 ? i * (double) (size - 1) / (count - 1) : 0.5 * (size - 1);
    double toFirst = size - 1 - toSecond;
    edges[edge] = (float) (edges[edge] + change * toFirst);
    edges[edge + 2] = (float) (edges[edge + 2] + change * toSecond);
  }
}
