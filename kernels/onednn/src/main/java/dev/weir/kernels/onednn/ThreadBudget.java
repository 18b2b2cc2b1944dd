package dev.weir.kernels.onednn;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shares the cores between calls that run at the same time. Thread-safe, never blocks.
 *
 * <p>A call takes the cores that are free, at most as many as it can use and at least one, and
 * gives them back. Alone it gets all; beside others what is left, so that together they use little
 * more threads than there are cores. What is granted is all cores or a power of two, so that few
 * variants of a primitive are compiled.
 */
final class ThreadBudget {

  private final int cores;

  /** Negative while more calls run than there are cores. */
  private final AtomicInteger free;

  ThreadBudget(int cores) {
    if (cores < 1) {
      throw new IllegalArgumentException("cores must be positive, are " + cores);
    }
    this.cores = cores;
    this.free = new AtomicInteger(cores);
  }

  /** Takes up to so many cores; the number granted must be given back. */
  int take(int wanted) {
    while (true) {
      int available = free.get();
      int granted = grant(Math.min(wanted, available));
      if (free.compareAndSet(available, available - granted)) {
        return granted;
      }
    }
  }

  /** Gives back what {@link #take} granted. */
  void give(int granted) {
    free.addAndGet(granted);
  }

  int cores() {
    return cores;
  }

  /** Cores that no call holds. */
  int free() {
    return Math.max(0, free.get());
  }

  private int grant(int possible) {
    return possible >= cores ? cores : Integer.highestOneBit(Math.max(1, possible));
  }
}
