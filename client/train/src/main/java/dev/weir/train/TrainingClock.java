package dev.weir.train;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time of a training session: how it passes, how it is waited for, what happens regularly. */
public interface TrainingClock {
  /** The time now, in nanoseconds since an arbitrary moment. */
  long nanos();

  /** Waits so long, or until a future is complete. */
  void pause(Duration time, CompletableFuture<?> until);

  /**
   * Runs an action every so often, one run at a time, until the returned handle is closed. A run
   * may still be under way then. The action does not throw.
   */
  Repetition every(Duration period, Runnable action);

  /** Ends with {@link #close} that an action is run. */
  @FunctionalInterface
  interface Repetition extends AutoCloseable {
    @Override
    void close();
  }

  /** The time of this machine; a repeated action has a virtual thread of its own. */
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
