package dev.weir.cluster;

import java.time.Duration;
import java.util.Locale;

/**
 * Durations that come from outside, limited to between zero and a year: what a clock of nanoseconds
 * can count.
 */
public final class Durations {
  /** No duration that comes from outside is longer. */
  public static final Duration LONGEST = Duration.ofDays(365);

  private Durations() {}

  /** A duration for messages: {@code 10 s}, {@code 0.250 s}. */
  public static String text(Duration any) {
    return any.toMillis() % 1000 == 0
        ? any.toSeconds() + " s"
        : String.format(Locale.ROOT, "%.3f s", any.toNanos() / 1e9);
  }

  /** Zero for one that is negative, and a year for one that is longer. */
  public static Duration limited(Duration any) {
    if (any.isNegative()) {
      return Duration.ZERO;
    }
    return any.compareTo(LONGEST) > 0 ? LONGEST : any;
  }

  /** So many milliseconds, limited likewise. */
  public static Duration ofMillis(long millis) {
    return limited(Duration.ofMillis(millis));
  }
}
