package dev.weir.runtime.internal.schedule;

import java.time.Duration;

/**
 * How far ahead of its use a value is asked for, so that a network is kept busy while a device
 * computes: when, of the values that are needed one after the other, so many and so many bytes are
 * still to be used, its own included.
 *
 * @param receives values, at least
 * @param bytes bytes, at least
 * @param smallest the fewest bytes of a value that are worth a delay
 * @param latency how long an empty value would be under way
 */
public record Lookahead(int receives, long bytes, long smallest, Duration latency) {
  /** Four megabytes are what 10 gigabits a second bring in 3 ms. */
  public static final Lookahead STANDARD =
      new Lookahead(4, 4 << 20, 4 << 10, Duration.ofNanos(200_000));
}
