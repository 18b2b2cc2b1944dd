package dev.weir.kernels.vector.internal.convolution;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.kernels.vector.internal.support.Grain;
import dev.weir.kernels.vector.internal.support.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The patches of images under a window, as rows of a matrix: for each place of the window the
 * channels of a group. Images have their channels last.
 *
 * @param isDouble whether elements have eight bytes, or four
 */
record Patches(Convolution convolution, boolean isDouble) {
  private static final MemorySegment ALL = RawMemory.ALL;

  /** What is done with neighboring elements of an image and of a patch. */
  @FunctionalInterface
  private interface Run {
    void at(long image, long patch, int elements);
  }

  private int shift() {
    return isDouble ? 3 : 2;
  }

  private int depth() {
    return convolution.taps() * convolution.groupChannels();
  }

  /** Copies the patches of some pixels of the output. */
  void gather(KernelContext context, long images, int group, long first, long count, long to) {
    long rowBytes = (long) depth() << shift();
    Grain.CHEAP.forRows(
        context,
        count,
        depth(),
        (from, end) -> {
          ALL.asSlice(to + from * rowBytes, (end - from) * rowBytes).fill((byte) 0);
          for (long i = from; i < end; i++) {
            forEach(images, group, first + i, to + i * rowBytes, this::copyToPatch);
          }
        });
  }

  private void copyToPatch(long image, long patch, int elements) {
    MemorySegment.copy(ALL, image, ALL, patch, (long) elements << shift());
  }

  /** Adds patches to the images they are of, each image on one thread. */
  void scatter(KernelContext context, long images, int group, long first, long count, long from) {
    long rowBytes = (long) depth() << shift();
    long pixels = convolution.outPixels();
    long firstImage = first / pixels;
    long endImage = Math.ceilDiv(first + count, pixels);
    context
        .parallel()
        .forRange(
            endImage - firstImage,
            1,
            (begin, end) -> {
              long start = Math.max(first, (firstImage + begin) * pixels);
              long stop = Math.min(first + count, (firstImage + end) * pixels);
              for (long pixel = start; pixel < stop; pixel++) {
                forEach(images, group, pixel, from + (pixel - first) * rowBytes, this::addToImage);
              }
            });
  }

  private void addToImage(long image, long patch, int elements) {
    if (isDouble) {
      for (int i = 0; i < elements; i++) {
        long at = image + (long) i * Double.BYTES;
        double sum =
            ALL.get(ValueLayout.JAVA_DOUBLE, at)
                + ALL.get(ValueLayout.JAVA_DOUBLE, patch + (long) i * Double.BYTES);
        ALL.set(ValueLayout.JAVA_DOUBLE, at, sum);
      }
    } else {
      for (int i = 0; i < elements; i++) {
        long at = image + (long) i * Float.BYTES;
        float sum =
            ALL.get(ValueLayout.JAVA_FLOAT, at)
                + ALL.get(ValueLayout.JAVA_FLOAT, patch + (long) i * Float.BYTES);
        ALL.set(ValueLayout.JAVA_FLOAT, at, sum);
      }
    }
  }

  /** Visits what a pixel of the output sees of the image. */
  private void forEach(long images, int group, long pixel, long patch, Run run) {
    SlideAxis planes = convolution.planes();
    SlideAxis rows = convolution.rows();
    SlideAxis columns = convolution.columns();
    long column = pixel % columns.out();
    long row = pixel / columns.out() % rows.out();
    long plane = pixel / columns.out() / rows.out() % planes.out();
    long image = pixel / convolution.outPixels() * convolution.inPixels();
    int channels = convolution.channels();
    int groupChannels = convolution.groupChannels();
    int firstColumn = columns.first(column);
    int seen = columns.end(column) - firstColumn;
    boolean isTogether = columns.dilation() == 1 && groupChannels == channels;
    int runs = isTogether ? Math.min(1, seen) : seen;
    int elements = isTogether ? seen * channels : groupChannels;
    for (int i = planes.first(plane); i < planes.end(plane); i++) {
      for (int j = rows.first(row); j < rows.end(row); j++) {
        long line = planes.place(plane, i) * rows.in() + rows.place(row, j);
        for (int k = firstColumn; k < firstColumn + runs; k++) {
          long place = image + line * columns.in() + columns.place(column, k);
          long tap = (i * rows.size() + j) * columns.size() + k;
          run.at(
              images + (place * channels + (long) group * groupChannels << shift()),
              patch + (tap * groupChannels << shift()),
              elements);
        }
      }
    }
  }
}
