package dev.weir.cluster.internal.stream;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that compress and unpack tensors, which would keep a loop from its connections: as many
 * as there are processors, for all connections of the process together. They end when there is
 * nothing to do.
 */
final class CompressionPool {
  /** What a loop does itself: this many bytes to compress take less than to wake a thread twice. */
  static final long LITTLE = 4 << 10;

  private static final int IDLE_SECONDS = 5;
  private static final ThreadPoolExecutor POOL = pool(Runtime.getRuntime().availableProcessors());

  private CompressionPool() {}

  private static ThreadPoolExecutor pool(int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "weir-streams-compression");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Runs a task, here if it concerns few bytes. */
  static void run(long bytes, Runnable task) {
    if (bytes <= LITTLE) {
      task.run();
    } else {
      POOL.execute(task);
    }
  }
}
