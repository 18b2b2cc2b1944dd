package dev.weir.runtime.internal.execute;

/**
 * How long threads have lately been at work for a plan without a pause: about what nine turns in
 * ten stay below, so that a thread which the system stopped now and then does not count. A plan
 * that takes less than it costs to wake another thread runs on whatever thread has what it waits
 * for. Threads update it without care for each other: it is a guess.
 */
final class LatencyEstimate {
  private static final long QUICK_NANOS = 60_000;
  private static final long SLOWEST_NANOS = 1_000_000;

  /** A turn that took longer than thought weighs as much as so many that did not. */
  private static final int WEIGHT = 8;

  private volatile long usualNanos = SLOWEST_NANOS;

  void took(long nanos) {
    long usual = usualNanos;
    usualNanos =
        nanos > usual
            ? Math.min(SLOWEST_NANOS, usual + usual / 2 + 1)
            : usual - usual / (2 * WEIGHT);
  }

  boolean isQuick() {
    return usualNanos < QUICK_NANOS;
  }
}
