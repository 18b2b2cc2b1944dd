package dev.weir.cluster.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread will bring about. */
final class Eventually {
  private Eventually() {}

  /** Fails if it is not so within the limit. */
  static void is(Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(condition.getAsBoolean()).as("within " + limit).isTrue();
  }
}
