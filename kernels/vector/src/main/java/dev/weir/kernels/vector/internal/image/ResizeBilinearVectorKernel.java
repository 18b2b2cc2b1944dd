package dev.weir.kernels.vector.internal.image;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.image.PixelAxis.Placement;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@code ResizeBilinear}. Rows of the original are widened once and kept as long as rows of the
 * result lie between them; these are then made of two arrays, which C2 does in vectors.
 */
final class ResizeBilinearVectorKernel implements Kernel {
  private final Placement placement;
  private final ElementRows pixels;

  ResizeBilinearVectorKernel(KernelSpec spec) {
    this.placement = Placement.of(spec.attrs());
    this.pixels = ElementRows.of(spec.inputDtype(0));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor images = context.input(0);
    Shape shape = images.shape();
    int rows = (int) context.input(1).getLong(0);
    int columns = (int) context.input(1).getLong(1);
    int channels = Math.toIntExact(shape.size(3));
    Tensor output = context.allocate(0, Shape.of(shape.size(0), rows, columns, channels));
    if (output.elements() == 0) {
      return;
    }
    PixelAxis down = new PixelAxis(placement, Math.toIntExact(shape.size(1)), rows);
    PixelAxis across = new PixelAxis(placement, Math.toIntExact(shape.size(2)), columns);
    long in = RawMemory.address(images);
    long out = RawMemory.address(output);
    long width = (long) columns * channels;
    Grain.CHEAP.forRows(
        context,
        shape.size(0) * rows,
        width,
        (from, to) -> {
          Widened top = new Widened(pixels, in, across, channels);
          Widened bottom = new Widened(pixels, in, across, channels);
          float[] result = new float[Math.toIntExact(width)];
          for (long row = from; row < to; row++) {
            long image = row / rows * shape.size(1);
            int i = (int) (row % rows);
            if (bottom.row == image + down.lower[i]) {
              Widened other = top;
              top = bottom;
              bottom = other;
            }
            top.moveTo(image + down.lower[i]);
            bottom.moveTo(image + down.upper[i]);
            blend(top.values, bottom.values, down.fraction[i], result);
            MemorySegment.copy(
                result,
                0,
                RawMemory.ALL,
                ValueLayout.JAVA_FLOAT,
                out + row * width * Float.BYTES,
                result.length);
          }
        });
  }

  private static void blend(float[] top, float[] bottom, float fraction, float[] result) {
    for (int k = 0; k < result.length; k++) {
      result[k] = top[k] + (bottom[k] - top[k]) * fraction;
    }
  }

  /** A row of the original with as many pixels as the result has. */
  private static final class Widened {
    final float[] values;
    private final ElementRows pixels;
    private final long images;
    private final PixelAxis axis;
    private final int channels;
    private final float[] original;
    private long row = -1;

    Widened(ElementRows pixels, long images, PixelAxis axis, int channels) {
      this.pixels = pixels;
      this.images = images;
      this.axis = axis;
      this.channels = channels;
      this.original = new float[Math.multiplyExact(axis.in, channels)];
      this.values = new float[Math.multiplyExact(axis.out(), channels)];
    }

    void moveTo(long newRow) {
      if (newRow == row) {
        return;
      }
      row = newRow;
      pixels.load(images + (row * original.length << pixels.shift()), original, 0, original.length);
      switch (channels) {
        case 1 -> widenGray();
        case 3 -> widenColors();
        default -> widen();
      }
    }

    private void widenGray() {
      for (int j = 0; j < values.length; j++) {
        float first = original[axis.lower[j]];
        values[j] = first + (original[axis.upper[j]] - first) * axis.fraction[j];
      }
    }

    /** Three channels, without a loop over them. */
    private void widenColors() {
      for (int j = 0; j < axis.out(); j++) {
        int left = 3 * axis.lower[j];
        int right = 3 * axis.upper[j];
        float fraction = axis.fraction[j];
        float red = original[left];
        float green = original[left + 1];
        float blue = original[left + 2];
        values[3 * j] = red + (original[right] - red) * fraction;
        values[3 * j + 1] = green + (original[right + 1] - green) * fraction;
        values[3 * j + 2] = blue + (original[right + 2] - blue) * fraction;
      }
    }

    private void widen() {
      for (int j = 0; j < axis.out(); j++) {
        int left = axis.lower[j] * channels;
        int right = axis.upper[j] * channels;
        float fraction = axis.fraction[j];
        for (int c = 0; c < channels; c++) {
          float first = original[left + c];
          values[j * channels + c] = first + (original[right + c] - first) * fraction;
        }
      }
    }
  }
}
