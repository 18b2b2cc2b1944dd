package dev.weir.zookeeper;

import dev.weir.time.Time;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one piece of work after the other on a thread of its own, in the time of the thread that
 * creates it. Work may block.
 */
final class MembershipThread implements AutoCloseable {
  private static final Logger logger = LoggerFactory.getLogger(MembershipThread.class);
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private record Work(long due, long number, Runnable task) {}

  private final Time time = Time.current();
  private final String membership;
  private final ReentrantLock lock = new ReentrantLock();
  private final PriorityQueue<Work> queue =
      new PriorityQueue<>(Comparator.comparingLong(Work::due).thenComparingLong(Work::number));
  private CompletableFuture<@Nullable Void> changed = new CompletableFuture<>();
  private long numbers;
  private boolean closed;

  /**
   * Starts the thread.
   *
   * @param membership what the log calls it
   */
  MembershipThread(String membership) {
    this.membership = membership;
    time.start("weir-membership", this::run);
  }

  /** Has something run after all that is waiting now, unless this is closed before. */
  void execute(Runnable task) {
    after(Duration.ZERO, task);
  }

  /** Has something run after a delay, unless this is closed before. */
  void after(Duration delay, Runnable task) {
    lock.lock();
    try {
      queue.add(new Work(time.nanoTime() + delay.toNanos(), ++numbers, task));
      changed.complete(null);
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    Runnable task = next();
    while (task != null) {
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        logger.error("{}: work on a change failed", membership, e);
      }
      task = next();
    }
  }

  /** Waits for the next piece of work; null when closed. */
  private @Nullable Runnable next() {
    while (true) {
      CompletableFuture<@Nullable Void> change;
      Duration wait;
      lock.lock();
      try {
        if (closed) {
          return null;
        }
        Work first = queue.peek();
        wait = first == null ? LONGEST_WAIT : Duration.ofNanos(first.due() - time.nanoTime());
        if (first != null && !wait.isPositive()) {
          return queue.remove().task();
        }
        changed = new CompletableFuture<>();
        change = changed;
      } finally {
        lock.unlock();
      }
      await(change, wait);
    }
  }

  private void await(CompletableFuture<@Nullable Void> change, Duration wait) {
    try {
      time.await(change, wait);
    } catch (TimeoutException e) {
      // the first piece of work is due
    } catch (InterruptedException | ExecutionException e) {
      logger.warn("{}: a wait was interrupted and goes on", membership, e);
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      queue.clear();
      changed.complete(null);
    } finally {
      lock.unlock();
    }
  }
}
