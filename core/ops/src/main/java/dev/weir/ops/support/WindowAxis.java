package dev.weir.ops.support;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Locale;

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

  /**
   * The positions a window takes; sizes that are -1 are unknown. Refuses numbers with which a
   * {@link #place} would overflow.
   */
  public static WindowAxis of(long in, long size, long stride, long dilation, Padding padding) {
    try {
      return exact(in, size, stride, dilation, padding);
    } catch (ArithmeticException e) {
      throw new WeirException(
          ErrorCode.INVALID_ARGUMENT,
          String.format(
              Locale.ROOT,
              "a window's places must not overflow: input %d, window %d, stride %d, dilation %d,"
                  + " %s",
              in,
              size,
              stride,
              dilation,
              padding),
          e);
    }
  }

  private static WindowAxis exact(long in, long size, long stride, long dilation, Padding padding) {
    long reach = size < 0 ? -1 : reach(size, dilation);
    return switch (padding) {
      case Padding.Same same -> {
        long out = in < 0 ? -1 : Math.ceilDiv(in, stride);
        long missing = in < 0 || size < 0 ? 0 : Math.max(0, end(out, stride, reach) - in);
        yield new WindowAxis(in, size, stride, dilation, missing / 2, out);
      }
      case Padding.Explicit explicit -> {
        if (in < 0 || size < 0) {
          yield new WindowAxis(in, size, stride, dilation, explicit.before, -1);
        }
        long padded = Math.addExact(Math.addExact(in, explicit.before), explicit.after);
        long rest = padded - reach;
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

  /** How many places lie between the first and the last that a window sees, with these two. */
  private static long reach(long size, long dilation) {
    return Math.addExact(Math.multiplyExact(size - 1, dilation), 1);
  }

  /** One after the last place that the last window sees. */
  private static long end(long out, long stride, long reach) {
    return Math.addExact(Math.multiplyExact(out - 1, stride), reach);
  }

  /** The first {@code k} whose {@link #place} is not before the input. */
  public long firstInside(long position) {
    long start = place(position, 0);
    return start >= 0 ? 0 : Math.min(size, Math.ceilDiv(-start, dilation));
  }

  /** One after the last {@code k} whose {@link #place} is not behind the input. */
  public long endInside(long position) {
    long rest = in - place(position, 0);
    return rest <= 0 ? 0 : Math.min(size, Math.ceilDiv(rest, dilation));
  }

  /** The place that window {@code position} sees as its {@code k}th; it may be outside. */
  public long place(long position, long k) {
    return position * stride - before + k * dilation;
  }
}
