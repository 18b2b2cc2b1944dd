package dev.weir.kernels.vector.internal.pool;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.convolution.Slide;
import dev.weir.kernels.vector.internal.convolution.SlideAxis;
import dev.weir.tensor.Shape;
import java.util.function.Supplier;

/**
 * Windows over images whose shape is known. Images with their channels first are as many more
 * images of one channel.
 */
record Pool(
    Shape output, long images, SlideAxis planes, SlideAxis rows, SlideAxis columns, int channels) {
  static Pool of(Slide slide, long[] size, Shape input) {
    SlideAxis[] axes = new SlideAxis[3];
    Shape output = input;
    for (int i = 0; i < 3; i++) {
      int d = slide.space(i);
      axes[i] = slide.axis(i, input, d < 0 ? 1 : size[d]);
      if (d >= 0) {
        output = output.withSize(d, axes[i].out());
      }
    }
    boolean isLast = slide.isChannelsLast();
    long channels = input.size(slide.channel());
    return new Pool(
        output,
        isLast ? input.size(0) : input.size(0) * channels,
        axes[0],
        axes[1],
        axes[2],
        isLast ? Math.toIntExact(channels) : 1);
  }

  /** Elements of an image, and of what is made of it. */
  long inImage() {
    return planes.in() * rows.in() * columns.in() * channels;
  }

  long outImage() {
    return planes.out() * rows.out() * columns.out() * channels;
  }

  /** Elements of a row of the input. */
  int inRow() {
    return Math.toIntExact(Math.multiplyExact(columns.in(), channels));
  }

  int outRow() {
    return Math.toIntExact(Math.multiplyExact(columns.out(), channels));
  }

  /** Rows of the output, of all images. */
  long outRows() {
    return images * planes.out() * rows.out();
  }

  /** What is done with a row of the input under a row of windows. */
  @FunctionalInterface
  interface Row {
    void at(long row);
  }

  /** Visits the rows of the input under a row of the output. Returns how many there are. */
  int forEachRow(long outRow, Row visit) {
    long row = outRow % rows.out();
    long plane = outRow / rows.out() % planes.out();
    long image = outRow / rows.out() / planes.out();
    int count = 0;
    for (int i = planes.first(plane); i < planes.end(plane); i++) {
      for (int j = rows.first(row); j < rows.end(row); j++) {
        visit.at((image * planes.in() + planes.place(plane, i)) * rows.in() + rows.place(row, j));
        count++;
      }
    }
    return count;
  }

  /** What is done with a window: the elements of its first channel, row by row. */
  @FunctionalInterface
  interface Window {
    void at(long output, long[] elements, int count);
  }

  /**
   * Visits the windows of each image, those of different images perhaps at the same time.
   *
   * @param windows makes what visits the windows that one thread takes
   */
  void forEach(KernelContext context, Supplier<Window> windows) {
    long grain = Math.max(1, 16384 / Math.max(1, outImage()));
    context
        .parallel()
        .forRange(
            images,
            grain,
            (from, to) -> {
              long most = Math.min(planes.size(), planes.in());
              most = Math.multiplyExact(most, Math.min(rows.size(), rows.in()));
              most = Math.multiplyExact(most, Math.min(columns.size(), columns.in()));
              long[] elements = new long[Math.toIntExact(most)];
              Window window = windows.get();
              long perImage = planes.out() * rows.out();
              for (long row = from * perImage; row < to * perImage; row++) {
                context.checkCancelled();
                forEachOf(row, elements, window);
              }
            });
  }

  private void forEachOf(long outRow, long[] elements, Window window) {
    for (long column = 0; column < columns.out(); column++) {
      int first = columns.first(column);
      int end = columns.end(column);
      long start = columns.place(column, 0);
      int[] count = {0};
      forEachRow(
          outRow,
          row -> {
            for (int k = first; k < end; k++) {
              elements[count[0]++] = (row * columns.in() + start + k) * channels;
            }
          });
      window.at((outRow * columns.out() + column) * channels, elements, count[0]);
    }
  }
}
