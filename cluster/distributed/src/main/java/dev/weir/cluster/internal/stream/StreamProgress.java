package dev.weir.cluster.internal.stream;

import java.time.Duration;

/**
 * Whether bytes that memory is held for keep moving: within every stretch of a given length some
 * do, and the more the more memory is held, so that no peer holds much of it by moving little. Only
 * the loop uses it.
 */
final class StreamProgress {
  /** So many bytes are some. */
  static final long LEAST = 16 << 10;

  /** In so much time as many bytes have to move as are held. */
  static final Duration WHOLE = Duration.ofMinutes(15);

  /** A loop that was paused for so long does not judge the progress of peers. */
  private static final long STALLED_NANOS = 5_000_000_000L;

  private final Duration stretch;
  private boolean underWay;
  private long begunBytes;
  private long begunNanos;
  private long checkedNanos = System.nanoTime();

  /** Nothing is under way. */
  StreamProgress(Duration stretch) {
    this.stretch = stretch;
  }

  /** Nothing is held. */
  void rest(long nowNanos) {
    underWay = false;
    checkedNanos = nowNanos;
  }

  /**
   * Whether too little has moved; to be asked every second or so.
   *
   * @param moved how many bytes have moved since the beginning of all
   * @param held how many bytes of memory wait for others to move
   */
  boolean isMissing(long nowNanos, long moved, long held) {
    boolean isStalled = nowNanos - checkedNanos > STALLED_NANOS;
    checkedNanos = nowNanos;
    if (!underWay || isStalled || moved - begunBytes >= needed(held)) {
      underWay = true;
      begunBytes = moved;
      begunNanos = nowNanos;
    }
    return nowNanos - begunNanos > stretch.toNanos();
  }

  private long needed(long held) {
    double part = (double) stretch.toNanos() / WHOLE.toNanos();
    return Math.max(LEAST, (long) (held * part));
  }
}
