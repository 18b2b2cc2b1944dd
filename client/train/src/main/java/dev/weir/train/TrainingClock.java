package dev.weir.train;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The clock of a training: reads the time, waits, and repeats actions. Tests replace it. */
public interface TrainingClock {
  /** The time now, in nanoseconds since an arbitrary moment. */
  long nanos();

  /** Waits for a duration, or until a future is complete. */
  void pause(Duration time, CompletableFuture<?> until);

  /**
   * Runs an action periodically, one run at a time, until the returned handle is closed. A run may
   * still be in progress then. The action must not throw.
   */
  Repetition every(Duration period, Runnable action);

  /** A periodic action; {@link #close} ends it. */
  @FunctionalInterface
  interface Repetition extends AutoCloseable {
    @Override
    void close();
  }

  /** The clock of this machine; a periodic action runs in a virtual thread of its own. */
  static TrainingClock system() {
    return new TrainingClock() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public void pause(Duration time, CompletableFuture<?> until) {
        try {
          until.get(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
          return;
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new WeirException(ErrorCode.CANCELLED, "interrupted while training waited", e);
        }
      }

      @Override
      public Repetition every(Duration period, Runnable action) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread.ofVirtual()
            .name("weir-heartbeat")
            .start(
                () -> {
                  pause(period, end);
                  while (!end.isDone()) {
                    action.run();
                    pause(period, end);
                  }
                });
        return () -> end.complete(null);
      }
    };
  }
}
