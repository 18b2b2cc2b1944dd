package dev.weir.kernels.vector.internal.support;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs loops over vectors until they are compiled, one after the other on a thread of its own.
 *
 * <p>Allocation tells when that is: vectors are objects in interpreted code and registers in
 * compiled code. A loop that keeps allocating is not compiled well on this machine, and is never
 * used.
 */
public final class WarmUp {
  /** The memory a loop may read and write while it warms up. */
  public static final int SCRATCH_BYTES = 64 * 1024;

  /** Vectors a loop runs over at a time: few enough to be compiled soon, enough to be a loop. */
  public static final int VECTORS = 16;

  private static final int ROUNDS = 100;
  private static final int QUIET_BATCHES = 2;
  private static final int MOST_BATCHES = 5000;
  private static final long PAUSE_NANOS = 1_000_000;

  private static final Object THREADS = ManagementFactory.getThreadMXBean();
  private static final ThreadPoolExecutor EXECUTOR = newExecutor();

  private WarmUp() {}

  private static ThreadPoolExecutor newExecutor() {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "weir-vector-warm-up");
              thread.setDaemon(true);
              return thread;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** Warms a loop as soon as those requested before are done. */
  static void request(Warmth warmth) {
    EXECUTOR.execute(() -> warm(warmth));
  }

  private static void warm(Warmth warmth) {
    try (Arena arena = Arena.ofConfined()) {
      long scratch = arena.allocate(SCRATCH_BYTES, Lanes.BYTES).address();
      if (becomesQuiet(() -> warmth.runOnce(scratch), 0)) {
        warmth.setWarm();
      }
    }
  }

  /**
   * Runs {@code round} on this thread until it allocates no more than compiled code does; false if
   * that never happens.
   */
  public static boolean becomesQuiet(Runnable round, long bytesPerRound) {
    int quiet = 0;
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      long before = allocatedBytes();
      for (int i = 0; i < ROUNDS; i++) {
        round.run();
      }
      quiet = allocatedBytes() - before <= ROUNDS * bytesPerRound ? quiet + 1 : 0;
      if (quiet == QUIET_BATCHES) {
        return true;
      }
      LockSupport.parkNanos(PAUSE_NANOS); // leaves the core to the compiler
    }
    return false;
  }

  /** Bytes this thread has allocated so far. */
  private static long allocatedBytes() {
    return THREADS instanceof ThreadMXBean bean ? bean.getCurrentThreadAllocatedBytes() : 0;
  }
}
