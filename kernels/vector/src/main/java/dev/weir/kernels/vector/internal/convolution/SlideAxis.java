package dev.weir.kernels.vector.internal.convolution;

/**
 * How a window slides along one dimension.
 *
 * @param in what it slides over
 * @param size how many places it sees
 * @param before how far it begins before the first place
 * @param out how many positions it takes
 */
public record SlideAxis(long in, long size, long stride, long dilation, long before, long out) {
  /** A dimension that is not there. */
  public static final SlideAxis NONE = new SlideAxis(1, 1, 1, 1, 0, 1);

  /** With as much padding as makes the result as large as the input, divided by the stride. */
  static SlideAxis same(long in, long size, long stride, long dilation) {
    long out = Math.ceilDiv(in, stride);
    long missing = Math.max(0, (out - 1) * stride + (size - 1) * dilation + 1 - in);
    return new SlideAxis(in, size, stride, dilation, missing / 2, out);
  }

  /** With so much padding on either side. */
  static SlideAxis padded(long in, long size, long stride, long dilation, long before, long after) {
    long rest = in + before + after - ((size - 1) * dilation + 1);
    return new SlideAxis(in, size, stride, dilation, before, rest / stride + 1);
  }

  /** The first place seen at a position that is not before the input. */
  public int first(long position) {
    long start = place(position, 0);
    return (int) (start >= 0 ? 0 : Math.min(size, Math.ceilDiv(-start, dilation)));
  }

  /** One after the last place seen at a position that is not behind the input. */
  public int end(long position) {
    long rest = in - place(position, 0);
    return (int) (rest <= 0 ? 0 : Math.min(size, Math.ceilDiv(rest, dilation)));
  }

  /** The place that is seen as the {@code k}th at a position; it may be outside. */
  public long place(long position, long k) {
    return position * stride - before + k * dilation;
  }

  /** The position at which a place is seen as the {@code k}th; -1 if there is none. */
  long position(long place, long k) {
    long start = place + before - k * dilation;
    return start < 0 || start % stride != 0 || start / stride >= out ? -1 : start / stride;
  }

  /** Whether each position sees one place, and each place is seen at one position. */
  boolean isPlain() {
    return size == 1 && stride == 1 && before == 0 && out == in;
  }
}
