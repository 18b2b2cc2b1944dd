package dev.weir.train.session;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether a training is to stop; waiting ends when it is. Thread-safe. */
final class StopSignal {
  private final CountDownLatch given = new CountDownLatch(1);
  private final AtomicReference<@Nullable String> reason = new AtomicReference<>();

  /** Gives the signal. Returns whether nobody did before. */
  boolean give(String why) {
    boolean isFirst = reason.compareAndSet(null, why);
    given.countDown();
    return isFirst;
  }

  boolean isGiven() {
    return reason.get() != null;
  }

  /** Why, as the first said. */
  String reason() {
    return String.valueOf(reason.get());
  }

  /** Waits so long, or until the signal is given. Returns whether it is. */
  boolean pause(Duration time) {
    try {
      return given.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted while training waited", e);
    }
  }
}
