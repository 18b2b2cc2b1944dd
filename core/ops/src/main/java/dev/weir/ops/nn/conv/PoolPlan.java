package dev.weir.ops.nn.conv;

import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ImageLayout;
import dev.weir.ops.support.WindowAttributes;
import dev.weir.ops.support.WindowAxis;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops of pooling: which elements of the input every element of the output is made from.
 * Images are volumes of one plane.
 *
 * @param axes planes, rows, columns, channels
 * @param inSteps how far apart neighbors along an axis are in the input, in elements
 * @param outSteps the same in the output
 */
record PoolPlan(Shape output, List<WindowAxis> axes, long[] inSteps, long[] outSteps) {
  /** For windows of this size; all shapes must be known. */
  static PoolPlan of(WindowAttributes window, long[] size, Shape input) {
    ImageLayout layout = window.layout();
    Shape output = output(window, size, input);
    List<WindowAxis> axes = new ArrayList<>();
    long[] inSteps = new long[4];
    long[] outSteps = new long[4];
    int unused = 3 - layout.spaces();
    for (int i = 0; i < 4; i++) {
      if (i < unused) {
        axes.add(WindowAxis.NONE);
        continue;
      }
      int d = i == 3 ? layout.channel() : layout.space(i - unused);
      axes.add(window.axis(d, input.size(d), size[d]));
      inSteps[i] = input.elements(d + 1, input.rank());
      outSteps[i] = output.elements(d + 1, output.rank());
    }
    return new PoolPlan(output, axes, inSteps, outSteps);
  }

  /** The shape of what windows of this size make, as far as it is known. */
  static Shape output(WindowAttributes window, long[] size, Shape input) {
    Shape output = input;
    for (int d = 1; d < window.layout().rank(); d++) {
      long out = window.axis(d, input.size(d), size[d]).out();
      if (input.size(d) == 0 && out > 0) {
        throw WeirException.invalidArgument(
            "a window over padding alone has no result: input %s, dimension %d", input, d);
      }
      output = output.withSize(d, out);
    }
    return output;
  }

  /** What is done with the elements in a window. */
  @FunctionalInterface
  interface Window {
    /** They are {@code first + offsets[i]} for {@code i < count}, row by row. */
    void at(long output, long first, long[] offsets, int count);
  }

  /** Visits all windows; those of different images perhaps at the same time. */
  void forEach(KernelContext context, Window window) {
    long images = output.size(0);
    long inImage = axes.stream().mapToLong(WindowAxis::in).reduce(1, (a, b) -> a * b);
    long outImage = axes.stream().mapToLong(WindowAxis::out).reduce(1, (a, b) -> a * b);
    if (outImage == 0) {
      return;
    }
    context
        .parallel()
        .forRange(
            images,
            Math.max(1, 4096 / outImage),
            (from, to) -> {
              for (long n = from; n < to; n++) {
                forEachOf(context, n * inImage, n * outImage, window);
              }
            });
  }

  private void forEachOf(KernelContext context, long in, long out, Window window) {
    long most = 1;
    for (WindowAxis axis : axes) {
      most = Math.multiplyExact(most, Math.min(axis.size(), axis.in()));
    }
    long[] offsets = new long[Math.toIntExact(most)];
    WindowAxis channels = axes.get(3);
    for (long plane = 0; plane < axes.get(0).out(); plane++) {
      for (long row = 0; row < axes.get(1).out(); row++) {
        for (long column = 0; column < axes.get(2).out(); column++) {
          context.checkCancelled();
          int count = offsets(plane, row, column, offsets);
          long at = out + plane * outSteps[0] + row * outSteps[1] + column * outSteps[2];
          for (long channel = 0; channel < channels.out(); channel++) {
            window.at(
                at + channel * outSteps[3],
                in + channel * channels.stride() * inSteps[3],
                offsets,
                count);
          }
        }
      }
    }
  }

  private int offsets(long plane, long row, long column, long[] offsets) {
    WindowAxis planes = axes.get(0);
    WindowAxis rows = axes.get(1);
    WindowAxis columns = axes.get(2);
    int count = 0;
    for (long i = planes.firstInside(plane); i < planes.endInside(plane); i++) {
      long z = planes.place(plane, i);
      for (long j = rows.firstInside(row); j < rows.endInside(row); j++) {
        long y = rows.place(row, j);
        for (long k = columns.firstInside(column); k < columns.endInside(column); k++) {
          long x = columns.place(column, k);
          for (long c = 0; c < axes.get(3).size(); c++) {
            offsets[count++] = z * inSteps[0] + y * inSteps[1] + x * inSteps[2] + c * inSteps[3];
          }
        }
      }
    }
    return count;
  }
}
