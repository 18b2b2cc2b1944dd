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
  /** Ends a repetition. Doing it twice does nothing. */
  interface Repetition extends AutoCloseable {
    @Override
    void close();
  }

  /** The time of this thread: real, unless it runs in {@link #run}. */
  static Time current() {
    return Scope.CURRENT.isBound() ? Scope.CURRENT.get() : SystemTime.INSTANCE;
  }

  /** Runs something in this time instead of the real one. */
  default void run(Runnable task) {
    ScopedValue.where(Scope.CURRENT, this).run(task);
  }

  /** Nanoseconds since some moment. */
  long nanoTime();

  /** Milliseconds since 1970, as the clock on the wall says, which may jump. */
  long currentMillis();

  /** Waits for a future, at most so long. */
  <T extends @Nullable Object> T await(CompletableFuture<T> future, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException;

  /** Runs a short task every so often, first when so much time has passed, until that is closed. */
  Repetition every(Duration period, Runnable task);

  /** Starts a thread in this time, which does not keep the process from ending. */
  void start(String name, Runnable task);

  /** Waits so long. */
  default void sleep(Duration time) throws InterruptedException {
    try {
      await(new CompletableFuture<@Nullable Void>(), time);
    } catch (TimeoutException | ExecutionException e) {
      // the future never ends, so the time is up
    }
  }
}
