package dev.weir.kernels.vector.internal.nn;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.KernelTable;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * {@code ResizeBilinear} of float32. Rows of the original are widened once and kept as long as rows
 * of the result lie between them; these are then made of two arrays, which C2 does in vectors.
 */
final class ResizeBilinearVectorKernel implements Kernel {
  private final boolean isAligned;
  private final boolean isHalfPixel;

  private ResizeBilinearVectorKernel(KernelSpec spec) {
    this.isAligned = spec.attrs().bool("align_corners");
    this.isHalfPixel = spec.attrs().bool("half_pixel_centers");
  }

  static void addTo(KernelTable table) {
    table.add("ResizeBilinear", DType.FLOAT32, ResizeBilinearVectorKernel::new);
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
    Axis down = new Axis(Math.toIntExact(shape.size(1)), rows);
    Axis across = new Axis(Math.toIntExact(shape.size(2)), columns);
    long in = RawMemory.address(images);
    long out = RawMemory.address(output);
    long width = (long) columns * channels;
    Grain.CHEAP.forRows(
        context,
        shape.size(0) * rows,
        width,
        (from, to) -> {
          Widened top = new Widened(in, across, channels);
          Widened bottom = new Widened(in, across, channels);
          float[] result = new float[Math.toIntExact(width)];
          for (long row = from; row < to; row++) {
            long image = row / rows * shape.size(1);
            int i = (int) (row % rows);
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

  /** Where the pixels of the result lie in the original, along one dimension, in float. */
  private final class Axis {
    final int in;
    final int[] lower;
    final int[] upper;
    final float[] fraction;

    Axis(int in, int out) {
      this.in = in;
      lower = new int[out];
      upper = new int[out];
      fraction = new float[out];
      float scale = isAligned && out > 1 ? (in - 1) / (float) (out - 1) : in / (float) out;
      for (int i = 0; i < out; i++) {
        float place = isHalfPixel ? (i + 0.5f) * scale - 0.5f : i * scale;
        upper[i] = Math.min((int) Math.ceil(place), in - 1);
        lower[i] = Math.min(Math.max(0, (int) Math.floor(place)), upper[i]);
        fraction[i] = place - (float) Math.floor(place);
      }
    }
  }

  /** A row of the original with as many pixels as the result has. */
  private static final class Widened {
    final float[] values;
    private final long images;
    private final Axis axis;
    private final int channels;
    private final float[] original;
    private long row = -1;

    Widened(long images, Axis axis, int channels) {
      this.images = images;
      this.axis = axis;
      this.channels = channels;
      this.original = new float[Math.multiplyExact(axis.in, channels)];
      this.values = new float[Math.multiplyExact(axis.lower.length, channels)];
    }

    void moveTo(long newRow) {
      if (newRow == row) {
        return;
      }
      row = newRow;
      long from = images + row * original.length * Float.BYTES;
      MemorySegment.copy(RawMemory.ALL, ValueLayout.JAVA_FLOAT, from, original, 0, original.length);
      for (int j = 0; j < axis.lower.length; j++) {
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
