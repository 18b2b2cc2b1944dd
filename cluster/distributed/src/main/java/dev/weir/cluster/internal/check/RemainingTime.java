package dev.weir.cluster.internal.check;

import java.time.Duration;

/** How much is left of a limit. As text the whole limit: {@code 500 ms}. */
final class RemainingTime {
  private final Duration limit;
  private final long start = System.nanoTime();

  RemainingTime(Duration limit) {
    this.limit = limit;
  }

  /** At least 1, for sockets take 0 to be without end. */
  int millisLeft() {
    long left = limit.toMillis() - (System.nanoTime() - start) / 1_000_000;
    return Math.clamp(left, 1, Integer.MAX_VALUE);
  }

  @Override
  public String toString() {
    return limit.toMillis() + " ms";
  }
}
