package dev.weir.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time. */
final class SystemTime implements Time {
  static final Time INSTANCE = new SystemTime();

  private static final Logger LOG = LoggerFactory.getLogger(SystemTime.class);

  private SystemTime() {}

  /** One thread for all repetitions, made when there is one. */
  private static final class Clock {
    static final ScheduledThreadPoolExecutor THREAD =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("weir-clock").daemon().factory());

    static {
      THREAD.setRemoveOnCancelPolicy(true);
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long currentMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public <T extends @Nullable Object> T await(CompletableFuture<T> future, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void start(String name, Runnable task) {
    Thread.ofPlatform().name(name).daemon().start(task);
  }

  @Override
  public Repetition every(Duration period, Runnable task) {
    Future<?> running =
        Clock.THREAD.scheduleWithFixedDelay(
            () -> {
              try {
                task.run();
              } catch (RuntimeException | Error e) {
                LOG.error("a periodic task failed", e);
              }
            },
            period.toNanos(),
            period.toNanos(),
            TimeUnit.NANOSECONDS);
    return () -> running.cancel(false);
  }
}
