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
import java.util.Arrays;

/**
 * {@code ResizeNearestNeighborGrad}: a row of the result is the sum of neighboring rows of the
 * gradient, in double precision, in which sums of integers of 32 bits are exact before they wrap.
 */
final class ResizeNearestGradVectorKernel implements Kernel {
  private final Placement placement;
  private final ElementRows pixels;

  ResizeNearestGradVectorKernel(KernelSpec spec) {
    this.placement = Placement.of(spec.attrs());
    this.pixels = ElementRows.of(spec.inputDtype(0));
  }

  @Override
  public void compute(KernelContext context) {
    Tensor gradient = context.input(0);
    Shape from = gradient.shape();
    int rows = (int) context.input(1).getLong(0);
    int columns = (int) context.input(1).getLong(1);
    Tensor output = context.allocate(0, Shape.of(from.size(0), rows, columns, from.size(3)));
    if (output.elements() == 0) {
      return;
    }
    if (gradient.elements() == 0) {
      RawMemory.bytes(output).fill((byte) 0);
      return;
    }
    int[] down = placement.nearest(rows, Math.toIntExact(from.size(1)));
    int[] across = placement.nearest(columns, Math.toIntExact(from.size(2)));
    int channels = Math.toIntExact(from.size(3));
    long in = RawMemory.address(gradient);
    long out = RawMemory.address(output);
    Grain.CHEAP.forRows(
        context,
        from.size(0) * rows,
        Math.max(1, from.elements() / (from.size(0) * rows)),
        (first, end) -> {
          double[] row = new double[Math.multiplyExact(across.length, channels)];
          double[] sums = new double[Math.multiplyExact(columns, channels)];
          for (long at = first; at < end; at++) {
            Arrays.fill(sums, 0);
            int wanted = (int) (at % rows);
            for (int i = firstOf(down, wanted); i < down.length && down[i] == wanted; i++) {
              long place = (at / rows * down.length + i) * row.length;
              pixels.load(in + (place << pixels.shift()), row, 0, row.length);
              add(row, across, channels, sums);
            }
            pixels.store(sums, 0, sums.length, out + (at * sums.length << pixels.shift()));
          }
        });
  }

  /** The first of the places in ascending order that is at least this one. */
  private static int firstOf(int[] places, int wanted) {
    int low = 0;
    int high = places.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (places[middle] < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static void add(double[] row, int[] across, int channels, double[] sums) {
    for (int j = 0; j < across.length; j++) {
      int to = across[j] * channels;
      int from = j * channels;
      for (int c = 0; c < channels; c++) {
        sums[to + c] += row[from + c];
      }
    }
  }
}
