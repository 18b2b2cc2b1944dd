package dev.weir.cluster.internal.stream;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for what takes long in TLS handshakes, such as signing and checking certificates: as many
 * as there are processors. Unauthenticated peers cause their work, so the queue is bounded, and
 * nothing else uses them. They end when there is nothing to do. Thread-safe.
 */
final class HandshakePool implements AutoCloseable {
  /** Far more than a server lets wait; only clients that connect to thousands at once come near. */
  private static final int MOST_WAITING = 4096;

  private static final int IDLE_SECONDS = 5;

  private final ThreadPoolExecutor pool;

  HandshakePool() {
    this(Runtime.getRuntime().availableProcessors());
  }

  HandshakePool(int threads) {
    pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            task -> {
              Thread thread = new Thread(task, "weir-streams-handshake");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
  }

  /** Runs a task as soon as a thread is free; fails if too many wait already. */
  void run(Runnable task) throws IOException {
    try {
      pool.execute(task);
    } catch (RejectedExecutionException e) {
      throw new IOException(
          pool.isShutdown()
              ? "the network is closed"
              : "more than " + MOST_WAITING + " TLS handshakes are under way",
          e);
    }
  }

  /** Removes a task from the queue, unless it runs already. */
  void cancel(Runnable task) {
    pool.remove(task);
  }

  /** How many tasks wait for a thread. */
  int waiting() {
    return pool.getQueue().size();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
