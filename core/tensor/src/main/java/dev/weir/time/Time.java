package dev.weir.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The time that passes for a thread: real time, or the virtual time of a simulation. Thread-safe.
 */
public interface Time {
  /** A repeated task; closing it stops the repetition, and may be done twice. */
  interface Repetition extends AutoCloseable {
    @Override
    void close();
  }

  /** The time of this thread: real, unless it runs in {@link #run}. */
  static Time current() {
    return Scope.CURRENT.isBound() ? Scope.CURRENT.get() : SystemTime.INSTANCE;
  }

  /** Runs a task with this time as its {@link #current} one. */
  default void run(Runnable task) {
    ScopedValue.where(Scope.CURRENT, this).run(task);
  }

  /** Nanoseconds since an arbitrary moment; never goes back. */
  long nanoTime();

  /** Wall-clock time in milliseconds since 1970; may jump. */
  long currentMillis();

  /** Waits for a future, up to a limit. */
  <T extends @Nullable Object> T await(CompletableFuture<T> future, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException;

  /** Runs a short task once per period, first after one period, until the result is closed. */
  Repetition every(Duration period, Runnable task);

  /** Starts a daemon thread in this time. */
  void start(String name, Runnable task);

  /** Sleeps. */
  default void sleep(Duration time) throws InterruptedException {
    try {
      await(new CompletableFuture<@Nullable Void>(), time);
    } catch (TimeoutException | ExecutionException e) {
      // the future never ends, so the time is up
    }
  }
}
