package dev.weir.tensor.memory;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The one background thread of the allocators. It takes back what the garbage collector found, and
 * every few seconds returns cached memory that was not used since the last sweep. It ends when no
 * allocator holds any memory.
 */
final class Janitor implements Runnable {
  private static final long SWEEP_NANOS = 10_000_000_000L;
  private static final Set<BlockPool> POOLS = new HashSet<>();
  private static boolean running;

  private Janitor() {}

  /** Looks after a pool from now on, until it holds nothing. */
  static void watch(BlockPool pool) {
    synchronized (POOLS) {
      POOLS.add(pool);
      if (!running) {
        running = true;
        Thread.ofPlatform().daemon().name("weir-memory").start(new Janitor());
      }
    }
  }

  @Override
  public void run() {
    long nextSweep = System.nanoTime() + SWEEP_NANOS;
    while (true) {
      try {
        Reclaimable.awaitAndReclaim(SWEEP_NANOS / 1_000_000);
      } catch (InterruptedException e) {
        // This thread is never interrupted on purpose; go on.
      }
      if (System.nanoTime() - nextSweep >= 0) {
        nextSweep = System.nanoTime() + SWEEP_NANOS;
        if (!sweep()) {
          return;
        }
      }
    }
  }

  /** Returns whether there is anything left to look after. */
  private static boolean sweep() {
    List<BlockPool> pools;
    synchronized (POOLS) {
      pools = List.copyOf(POOLS);
    }
    pools.forEach(BlockPool::sweep);
    synchronized (POOLS) {
      POOLS.removeIf(pool -> pool.reserved() == 0);
      running = !POOLS.isEmpty();
      return running;
    }
  }
}
