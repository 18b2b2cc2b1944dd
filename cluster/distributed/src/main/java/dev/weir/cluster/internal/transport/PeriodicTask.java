package dev.weir.cluster.internal.transport;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Short work that is done again and again while it is needed. Work that fails is logged and done
 * again a period later. Thread-safe.
 */
public final class PeriodicTask implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

  private final String what;
  private final Duration period;
  private final Scheduler scheduler;
  private final BooleanSupplier isNeeded;
  private final Runnable work;
  private volatile Scheduler.@Nullable Timer next;
  private volatile boolean closed;

  /**
   * Work that is not scheduled yet.
   *
   * @param what the work, for the log
   * @param period between the end of one run and the next
   * @param isNeeded whether to go on, asked after each run
   */
  public PeriodicTask(
      String what, Duration period, Scheduler scheduler, BooleanSupplier isNeeded, Runnable work) {
    this.what = what;
    this.period = period;
    this.scheduler = scheduler;
    this.isNeeded = isNeeded;
    this.work = work;
  }

  /** Schedules the next run, unless it is scheduled; costs little if it is. */
  public void start() {
    if (next == null) {
      schedule();
    }
  }

  private synchronized void schedule() {
    if (next == null && !closed) {
      next = scheduler.after(period, this::run);
    }
  }

  private void run() {
    try {
      if (!closed) {
        work.run();
      }
    } catch (RuntimeException | Error e) {
      LOG.error("{} failed and is tried again in {} ms", what, period.toMillis(), e);
    } finally {
      restart();
    }
  }

  private void restart() {
    synchronized (this) {
      next = null;
    }
    if (isNeeded.getAsBoolean()) { // who needs it from now on starts it
      start();
    }
  }

  /** Does a part of such work; other parts are done even if this one fails. */
  public static void attempt(String what, Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | Error e) {
      LOG.error("{} failed", what, e);
    }
  }

  /** Does the work no more. */
  @Override
  public synchronized void close() {
    closed = true;
    if (next != null) {
      next.cancel();
    }
  }
}
