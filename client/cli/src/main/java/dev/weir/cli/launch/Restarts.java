package dev.weir.cli.launch;

import dev.weir.error.WeirException;
import java.time.Duration;

/**
 * How often a process that has failed is started again, and after which pause: each is twice the
 * one before, up to a longest.
 *
 * @param most how many times each task is started again
 */
public record Restarts(int most, Duration firstPause, Duration longestPause) {
  private static final int MOST_DOUBLINGS = 20;

  public Restarts {
    if (most < 0) {
      throw WeirException.invalidArgument("restarts cannot be fewer than 0, got %d", most);
    }
  }

  /** So many restarts of each task, after a fifth of a second at first and ten seconds at last. */
  public static Restarts atMost(int most) {
    return new Restarts(most, Duration.ofMillis(200), Duration.ofSeconds(10));
  }

  /** The pause before a restart, which are counted from 1. */
  Duration pauseBefore(int restart) {
    Duration pause = firstPause.multipliedBy(1L << Math.min(restart - 1, MOST_DOUBLINGS));
    return pause.compareTo(longestPause) > 0 ? longestPause : pause;
  }
}
