package dev.weir.zookeeper;

import dev.weir.time.Time;
import java.time.Duration;

/** A moment in the time of the current thread until which something may take. */
record Deadline(long nanoTime) {
  private static final Duration LONGEST = Duration.ofDays(365);

  static Deadline after(Duration limit) {
    Duration bounded = limit.compareTo(LONGEST) > 0 ? LONGEST : limit;
    return new Deadline(Time.current().nanoTime() + bounded.toNanos());
  }

  /** What is left; zero once it has passed. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - Time.current().nanoTime()));
  }

  boolean hasPassed() {
    return left().isZero();
  }
}
