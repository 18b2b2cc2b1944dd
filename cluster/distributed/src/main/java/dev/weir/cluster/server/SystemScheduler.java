package dev.weir.cluster.server;

import dev.weir.cluster.Durations;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The real time, threads and chance. Tasks that find all threads busy wait for one, first come
 * first served, and so do those for which the system gives no thread.
 */
final class SystemScheduler implements Scheduler, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SystemScheduler.class);
  private static final int IDLE_SECONDS = 30;

  /** Registering graphs and starting steps do not block for long, so few are busy at a time. */
  static final int MOST_THREADS = 256;

  /** A call that would have to wait behind more is refused. */
  static final int MOST_WAITING = 100_000;

  /** Before the system is asked again for a thread that it did not give. */
  private static final Duration RETRY = Duration.ofMillis(100);

  private final String name;
  private final int mostWaiting;
  private final ThreadPoolExecutor threads;
  private final ScheduledThreadPoolExecutor clock;

  /** Guards itself and the fields below. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  private int busy;

  /** Whether the system gave no thread when it was last asked. */
  private boolean isShort;

  private boolean isRetrying;

  SystemScheduler(String name) {
    this(name, named(name), MOST_WAITING);
  }

  /**
   * Runs tasks on threads of a factory.
   *
   * @param factory makes the threads on which tasks run
   * @param mostWaiting how many tasks may wait for one
   */
  SystemScheduler(String name, ThreadFactory factory, int mostWaiting) {
    this.name = name;
    this.mostWaiting = mostWaiting;
    this.threads =
        new ThreadPoolExecutor(
            1,
            2 * MOST_THREADS, // those that are done may not have gone back yet
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            factory);
    this.clock =
        new ScheduledThreadPoolExecutor(
            1, named(name + "-clock"), new ThreadPoolExecutor.DiscardPolicy());
    clock.setRemoveOnCancelPolicy(true);
    clock.prestartCoreThread(); // later the system may have none
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
    synchronized (waiting) {
      if (waiting.size() >= mostWaiting) {
        throw new WeirException(
            ErrorCode.RESOURCE_EXHAUSTED,
            name + " has " + waiting.size() + " calls queued for a thread; try again later");
      }
      waiting.add(task);
    }
    boolean unused = startThread();
  }

  /** Starts a thread if a task waits for one; whether another may be started. */
  private boolean startThread() {
    synchronized (waiting) {
      if (waiting.isEmpty() || busy >= MOST_THREADS) {
        return false; // who ends looks again
      }
      busy++;
    }
    try {
      threads.execute(this::work);
    } catch (RuntimeException | Error e) {
      startLater(e);
      return false;
    }
    synchronized (waiting) {
      isShort = false;
    }
    return true;
  }

  private void retry() {
    int most;
    synchronized (waiting) {
      isRetrying = false;
      most = waiting.size();
    }
    while (most > 0 && startThread()) {
      most--;
    }
  }

  private void work() {
    Runnable task = next();
    while (task != null) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        LOG.error("a task of {} failed", name, e);
      }
      task = next();
    }
  }

  private @Nullable Runnable next() {
    synchronized (waiting) {
      Runnable task = waiting.poll();
      busy -= task == null ? 1 : 0;
      return task;
    }
  }

  /** Tasks stay where they wait: a thread that ends takes them, or one that the system has then. */
  private void startLater(Throwable because) {
    boolean isNews;
    boolean isFirst;
    synchronized (waiting) {
      busy--;
      if (threads.isShutdown()) {
        waiting.clear();
        throw new WeirException(ErrorCode.UNAVAILABLE, name + " is shut down", because);
      }
      isNews = !isShort;
      isShort = true;
      isFirst = !isRetrying;
      isRetrying = true;
    }
    if (isFirst) {
      after(RETRY, this::retry);
    }
    if (isNews) {
      LOG.warn("{}: no thread available, calls are queued: {}", name, because.toString());
    }
  }

  @Override
  public Timer after(Duration delay, Runnable task) {
    Future<?> pending =
        clock.schedule(
            () -> runTimed(task), Durations.limited(delay).toNanos(), TimeUnit.NANOSECONDS);
    return () -> pending.cancel(false);
  }

  /** The clock would keep to itself that a task fails. */
  private void runTimed(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      LOG.error("a timer of {} failed", name, e);
    }
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
