package dev.weir.kernels.vector.internal.image;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.image.PixelAxis.Placement;
import dev.weir.kernels.vector.internal.support.ElementRows;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.Arrays;

/**
 * {@code ResizeBilinearGrad}: each row of the gradient is summed up to the width of the original,
 * and then shared by the two rows it lies between, in double precision.
 */
final class ResizeBilinearGradVectorKernel implements Kernel {
  private static final ElementRows FLOATS = ElementRows.of(DType.FLOAT32);

  private final Placement placement;
  private final ElementRows pixels;

  ResizeBilinearGradVectorKernel(KernelSpec spec) {
    this.placement = Placement.of(spec.attrs());
    this.pixels = ElementRows.of(spec.outputDtype(0));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor gradient = context.input(0);
    Shape from = gradient.shape();
    Shape shape = context.input(1).shape();
    Tensor output = context.allocate(0, shape);
    if (output.elements() == 0) {
      return;
    }
    if (gradient.elements() == 0) {
      RawMemory.bytes(output).fill((byte) 0);
      return;
    }
    int rows = Math.toIntExact(shape.size(1));
    int channels = Math.toIntExact(shape.size(3));
    PixelAxis down = new PixelAxis(placement, rows, Math.toIntExact(from.size(1)));
    PixelAxis across =
        new PixelAxis(placement, Math.toIntExact(shape.size(2)), Math.toIntExact(from.size(2)));
    long in = RawMemory.address(gradient);
    long out = RawMemory.address(output);
    Grain.CHEAP.forRows(
        context,
        shape.size(0) * rows,
        (long) across.in * channels * Math.ceilDiv(from.elements(), shape.elements()),
        (first, end) -> {
          Sums sums = new Sums(in, out, down, across, channels, pixels);
          for (long row = first; row < end; ) {
            long image = row / rows;
            int begin = (int) (row % rows);
            int last = (int) Math.min(rows, begin + end - row);
            sums.rows(image, begin, last);
            row += last - begin;
          }
        });
  }

  /** Rows of the result, one after the other. For one thread. */
  private static final class Sums {
    private final long in;
    private final long out;
    private final PixelAxis down;
    private final PixelAxis across;
    private final int channels;
    private final ElementRows pixels;
    private final float[] row;
    private final double[] narrow;
    private double[] current;
    private double[] next;

    Sums(long in, long out, PixelAxis down, PixelAxis across, int channels, ElementRows pixels) {
      this.in = in;
      this.out = out;
      this.down = down;
      this.across = across;
      this.channels = channels;
      this.pixels = pixels;
      this.row = new float[Math.multiplyExact(across.out(), channels)];
      this.narrow = new double[Math.multiplyExact(across.in, channels)];
      this.current = new double[narrow.length];
      this.next = new double[narrow.length];
    }

    /** Some rows of an image: all rows of the gradient that have a share in them. */
    void rows(long image, int begin, int end) {
      int i = 0;
      while (i < down.out() && down.upper[i] < begin) {
        i++;
      }
      int at = begin - 1; // the row whose sums are the current ones
      Arrays.fill(current, 0);
      Arrays.fill(next, 0);
      for (; i < down.out() && down.lower[i] < end; i++) {
        for (; at < down.lower[i]; at++) {
          finish(image, at, begin, end);
        }
        narrow(image * down.out() + i);
        float fraction = down.fraction[i];
        if (down.upper[i] == down.lower[i]) {
          add(narrow, 1 - fraction, current);
          add(narrow, fraction, current);
        } else {
          add(narrow, 1 - fraction, current);
          add(narrow, fraction, next);
        }
      }
      for (; at < end; at++) {
        finish(image, at, begin, end);
      }
    }

    private void finish(long image, int at, int begin, int end) {
      if (at >= begin && at < end) {
        long to = (image * down.in + at) * current.length;
        pixels.store(current, 0, current.length, out + (to << pixels.shift()));
      }
      double[] done = current;
      current = next;
      next = done;
      Arrays.fill(next, 0);
    }

    private static void add(double[] numbers, float factor, double[] sums) {
      for (int k = 0; k < sums.length; k++) {
        sums[k] += numbers[k] * factor;
      }
    }

    private void narrow(long gradientRow) {
      FLOATS.load(in + gradientRow * row.length * Float.BYTES, row, 0, row.length);
      Arrays.fill(narrow, 0);
      for (int j = 0; j < across.out(); j++) {
        int left = across.lower[j] * channels;
        int right = across.upper[j] * channels;
        float fraction = across.fraction[j];
        for (int c = 0; c < channels; c++) {
          double gradient = row[j * channels + c];
          narrow[left + c] += gradient * (1 - fraction);
          narrow[right + c] += gradient * fraction;
        }
      }
    }
  }
}
