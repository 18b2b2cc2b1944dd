package dev.weir.kernels.vector.internal.image;

import dev.weir.kernels.vector.internal.support.MemoryElement;
import dev.weir.kernels.vector.internal.support.RawMemory;
import dev.weir.kernels.vector.internal.support.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;

/** The template behind {@link PixelLoops}. */
final class PixelLoopsTemplate implements PixelLoops {
  private static final MemoryElement ELEMENT =
      Specialized.operation(MethodHandles.lookup(), MemoryElement.class);

  private static final int SHIFT = ELEMENT.shift();
  private static final MemorySegment ALL = RawMemory.ALL;

  private static float single(long at, int channel) {
    return (float) ELEMENT.real(at + ((long) channel << SHIFT));
  }

  private static double real(long at, int channel) {
    return ELEMENT.real(at + ((long) channel << SHIFT));
  }

  private static float gradient(long at, int channel) {
    return ALL.get(ValueLayout.JAVA_FLOAT, at + (long) channel * Float.BYTES);
  }

  private static void set(long at, int channel, float number) {
    ALL.set(ValueLayout.JAVA_FLOAT, at + (long) channel * Float.BYTES, number);
  }

  private static void fill(long at, int channels, float number) {
    for (int c = 0; c < channels; c++) {
      set(at, c, number);
    }
  }

  @Override
  public void blend(
      CropColumns columns, long top, long bottom, float down, float outside, long out) {
    int channels = columns.channels;
    long to = out;
    for (int j = 0; j < columns.left.length; j++, to += (long) channels * Float.BYTES) {
      if (columns.isOutside(j)) {
        fill(to, channels, outside);
        continue;
      }
      long left = columns.left[j] << SHIFT;
      long right = columns.right[j] << SHIFT;
      float fraction = columns.fraction[j];
      for (int c = 0; c < channels; c++) {
        float upper = single(top + left, c);
        upper += (single(top + right, c) - upper) * fraction;
        float lower = single(bottom + left, c);
        lower += (single(bottom + right, c) - lower) * fraction;
        set(to, c, upper + (lower - upper) * down);
      }
    }
  }

  @Override
  public void copy(CropColumns columns, long row, float outside, long out) {
    int channels = columns.channels;
    long to = out;
    for (int j = 0; j < columns.left.length; j++, to += (long) channels * Float.BYTES) {
      if (columns.isOutside(j)) {
        fill(to, channels, outside);
        continue;
      }
      long from = row + (columns.nearest[j] << SHIFT);
      for (int c = 0; c < channels; c++) {
        set(to, c, single(from, c));
      }
    }
  }

  private static void add(long at, int channel, double number) {
    long to = at + ((long) channel << SHIFT);
    ELEMENT.setReal(to, ELEMENT.real(to) + number);
  }

  @Override
  public void spread(CropColumns columns, long gradient, long top, long bottom, float down) {
    int channels = columns.channels;
    long from = gradient;
    for (int j = 0; j < columns.left.length; j++, from += (long) channels * Float.BYTES) {
      if (columns.isOutside(j)) {
        continue;
      }
      long left = columns.left[j] << SHIFT;
      long right = columns.right[j] << SHIFT;
      float fraction = columns.fraction[j];
      for (int c = 0; c < channels; c++) {
        double share = gradient(from, c);
        add(top + left, c, share * (1 - down) * (1 - fraction));
        add(top + right, c, share * (1 - down) * fraction);
        add(bottom + left, c, share * down * (1 - fraction));
        add(bottom + right, c, share * down * fraction);
      }
    }
  }

  @Override
  public void add(CropColumns columns, long gradient, long row) {
    int channels = columns.channels;
    long from = gradient;
    for (int j = 0; j < columns.left.length; j++, from += (long) channels * Float.BYTES) {
      if (!columns.isOutside(j)) {
        long to = row + (columns.nearest[j] << SHIFT);
        for (int c = 0; c < channels; c++) {
          add(to, c, gradient(from, c));
        }
      }
    }
  }

  @Override
  public void slopes(
      CropColumns columns,
      int j,
      long gradient,
      long top,
      long bottom,
      float down,
      double[] slopes) {
    long left = columns.left[j] << SHIFT;
    long right = columns.right[j] << SHIFT;
    float fraction = columns.fraction[j];
    double downward = 0;
    double rightward = 0;
    for (int c = 0; c < columns.channels; c++) {
      double weight = gradient(gradient, c);
      double topLeft = real(top + left, c);
      double topRight = real(top + right, c);
      double bottomLeft = real(bottom + left, c);
      double bottomRight = real(bottom + right, c);
      double first = bottomLeft - topLeft;
      downward += weight * (first + (bottomRight - topRight - first) * fraction);
      double upper = topRight - topLeft;
      rightward += weight * (upper + (bottomRight - bottomLeft - upper) * down);
    }
    slopes[0] = downward;
    slopes[1] = rightward;
  }
}
