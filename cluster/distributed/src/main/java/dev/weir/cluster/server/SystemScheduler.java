package dev.weir.cluster.server;

import dev.weir.cluster.transport.Scheduler;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The real time, threads and chance. */
final class SystemScheduler implements Scheduler, AutoCloseable {
  private static final int IDLE_SECONDS = 30;

  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor clock;

  SystemScheduler(String name) {
    this.threads =
        new ThreadPoolExecutor(
            1,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            named(name));
    this.clock =
        new ScheduledThreadPoolExecutor(
            1, named(name + "-clock"), new ThreadPoolExecutor.DiscardPolicy());
    clock.setRemoveOnCancelPolicy(true);
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void execute(Runnable task) {
    threads.execute(task);
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    Future<?> pending = clock.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> pending.cancel(false);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long random() {
    return ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  }

  @Override
  public void close() {
    clock.shutdownNow();
    threads.shutdown();
  }
}
