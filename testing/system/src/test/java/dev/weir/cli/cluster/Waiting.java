package dev.weir.cli.cluster;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Polls for what happens in other processes. */
public final class Waiting {
  private static final long BETWEEN_LOOKS = 20;

  private Waiting() {}

  /** Looks again and again until it is so; fails with what is seen if it takes too long. */
  public static synchronized void until(
      BooleanSupplier condition, Duration limit, Supplier<String> seen) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        fail("not so after %s ms: %s", limit.toMillis(), seen.get());
      }
      try {
        Waiting.class.wait(BETWEEN_LOOKS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        fail("interrupted");
      }
    }
  }
}
