package dev.weir.kernels.vector.internal.image;

import dev.weir.graph.kernel.Kernel;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.graph.kernel.KernelSpec;
import dev.weir.kernels.vector.internal.image.PixelAxis.Placement;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** {@code ResizeNearestNeighbor}: pixels are moved in the largest pieces that divide them. */
final class ResizeNearestVectorKernel implements Kernel {
  private static final MemorySegment ALL = RawMemory.ALL;

  /** Pixels of more bytes are copied as a whole. */
  private static final int MOST_IN_PIECES = 256;

  private final Placement placement;
  private final int bytes;

  ResizeNearestVectorKernel(KernelSpec spec) {
    this.placement = Placement.of(spec.attrs());
    this.bytes = spec.inputDtype(0).byteSize();
  }

  @Override
  public void compute(KernelContext context) {
    Tensor images = context.input(0);
    Shape shape = images.shape();
    int rows = (int) context.input(1).getLong(0);
    int columns = (int) context.input(1).getLong(1);
    Tensor output = context.allocate(0, Shape.of(shape.size(0), rows, columns, shape.size(3)));
    if (output.elements() == 0) {
      return;
    }
    int[] down = placement.nearest(Math.toIntExact(shape.size(1)), rows);
    int[] across = placement.nearest(Math.toIntExact(shape.size(2)), columns);
    long pixel = shape.size(3) * bytes;
    long rowBytes = shape.size(2) * pixel;
    long width = columns * pixel;
    long in = RawMemory.address(images);
    long out = RawMemory.address(output);
    Grain.CHEAP.forRows(
        context,
        shape.size(0) * rows,
        columns * shape.size(3),
        (from, to) -> {
          long before = -1;
          for (long row = from; row < to; row++) {
            long source = row / rows * shape.size(1) + down[(int) (row % rows)];
            if (source == before) {
              MemorySegment.copy(ALL, out + (row - 1) * width, ALL, out + row * width, width);
            } else {
              copy(in + source * rowBytes, across, pixel, out + row * width);
            }
            before = source;
          }
        });
  }

  private static void copy(long from, int[] across, long pixel, long to) {
    if (pixel > MOST_IN_PIECES) {
      for (int j = 0; j < across.length; j++) {
        MemorySegment.copy(ALL, from + across[j] * pixel, ALL, to + j * pixel, pixel);
      }
    } else if (pixel % Long.BYTES == 0) {
      copyLongs(from, across, (int) pixel, to);
    } else if (pixel % Integer.BYTES == 0) {
      copyInts(from, across, (int) pixel, to);
    } else {
      copyBytes(from, across, (int) pixel, to);
    }
  }

  private static void copyLongs(long from, int[] across, int pixel, long to) {
    for (int j = 0; j < across.length; j++) {
      long source = from + (long) across[j] * pixel;
      long target = to + (long) j * pixel;
      for (int i = 0; i < pixel; i += Long.BYTES) {
        ALL.set(ValueLayout.JAVA_LONG, target + i, ALL.get(ValueLayout.JAVA_LONG, source + i));
      }
    }
  }

  private static void copyInts(long from, int[] across, int pixel, long to) {
    for (int j = 0; j < across.length; j++) {
      long source = from + (long) across[j] * pixel;
      long target = to + (long) j * pixel;
      for (int i = 0; i < pixel; i += Integer.BYTES) {
        ALL.set(ValueLayout.JAVA_INT, target + i, ALL.get(ValueLayout.JAVA_INT, source + i));
      }
    }
  }

  private static void copyBytes(long from, int[] across, int pixel, long to) {
    for (int j = 0; j < across.length; j++) {
      long source = from + (long) across[j] * pixel;
      long target = to + (long) j * pixel;
      for (int i = 0; i < pixel; i++) {
        ALL.set(ValueLayout.JAVA_BYTE, target + i, ALL.get(ValueLayout.JAVA_BYTE, source + i));
      }
    }
  }
}
