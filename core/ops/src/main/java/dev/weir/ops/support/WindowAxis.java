package dev.weir.ops.support;

import dev.weir.error.WeirException;

/**
 * How a window slides along one dimension.
 *
 * @param in what it slides over; -1 if unknown
 * @param size how many places it sees; -1 if unknown
 * @param stride how far it moves
 * @param dilation how far apart the places it sees are
 * @param before how far it begins before the first place
 * @param out how many positions it takes; -1 if unknown
 */
public record WindowAxis(long in, long size, long stride, long dilation, long before, long out) {
  /** A dimension that is not there: one place, seen once. */
  public static final WindowAxis NONE = new WindowAxis(1, 1, 1, 1, 0, 1);

  /** What is around the edges. */
  public sealed interface Padding {
    /** As much as makes the result as large as the input, divided by the stride. */
    record Same() implements Padding {}

    /** So much on either side. */
    record Explicit(long before, long after) implements Padding {}

    /** As much as makes the result as large as the input, divided by the stride. */
    Padding SAME = new Same();

    /** Nothing: the window stays inside. */
    Padding VALID = new Explicit(0, 0);
  }

  /** The positions a window takes; sizes that are -1 are unknown. */
  public static WindowAxis of(long in, long size, long stride, long dilation, Padding padding) {
    long reach = size < 0 ? -1 : (size - 1) * dilation + 1;
    return switch (padding) {
      case Padding.Same same -> {
        long out = in < 0 ? -1 : Math.ceilDiv(in, stride);
        long missing = in < 0 || size < 0 ? 0 : Math.max(0, (out - 1) * stride + reach - in);
        yield new WindowAxis(in, size, stride, dilation, missing / 2, out);
      }
      case Padding.Explicit explicit -> {
        if (in < 0 || size < 0) {
          yield new WindowAxis(in, size, stride, dilation, explicit.before, -1);
        }
        long rest = in + explicit.before + explicit.after - reach;
        if (rest < 0) {
          throw WeirException.invalidArgument(
              "the window must fit in what it slides over: it reaches over %d, the input has %d"
                  + " and padding of %d and %d",
              reach, in, explicit.before, explicit.after);
        }
        yield new WindowAxis(in, size, stride, dilation, explicit.before, rest / stride + 1);
      }
    };
  }

  /** The place that window {@code position} sees as its {@code k}th; it may be outside. */
  public long place(long position, long k) {
    return position * stride - before + k * dilation;
  }

  /** Whether a place is one of the input. */
  public boolean contains(long place) {
    return place >= 0 && place < in;
  }
}
