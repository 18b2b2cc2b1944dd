package dev.weir.tensor.memory;

import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * When to ask for a garbage collection. Tensors that users drop come back when the collector finds
 * them, but it does not see off-heap memory filling up.
 *
 * <p>A collection is dear, so it is asked for in two cases only:
 *
 * <ol>
 *   <li>Before refusing an allocation, if tensors in the hands of the collector could make room.
 *   <li>When those hold more than 256 MiB, or an eighth of a small budget, and twice what a
 *       collection left last time: so the number of collections stays proportional to what they
 *       free, and memory that was used before is used again while it is warm. Where collections
 *       take long because the heap is large, they are put off until they cost a quarter of the
 *       time, but not beyond 1 GiB.
 * </ol>
 *
 * <p>Only one thread asks at a time.
 */
final class GarbageCollections {
  private static final long LEAST_WORTHWHILE = 64L << 20;
  private static final long MOST_WORTHWHILE = 256L << 20;
  private static final long MOST_PUT_OFF = 1L << 30;

  /** How many times as long as a collection took the next one is put off. */
  private static final int PAUSE = 3;

  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long POLL_MILLIS = 2;
  private static final int QUIET_POLLS = 3;

  private final BlockPool pool;
  private final long worthwhile;
  private final long urgent;
  private final ReentrantLock asking = new ReentrantLock();
  private volatile long askAbove;
  private volatile long notBeforeNanos = System.nanoTime();
  private final AtomicLong asked = new AtomicLong();

  GarbageCollections(BlockPool pool) {
    this.pool = pool;
    long part = Math.max(LEAST_WORTHWHILE, pool.budget() / 8);
    this.urgent = Math.min(MOST_PUT_OFF, part);
    this.worthwhile = Math.min(MOST_WORTHWHILE, part);
    this.askAbove = worthwhile;
  }

  /** How many collections were asked for. */
  long asked() {
    return asked.get();
  }

  /** Asks for a collection if much may have been dropped since the last one. */
  void collectIfWorthwhile() {
    Reclaimable.reclaimAll();
    if (isWorthwhile(pool.leased()) && asking.tryLock()) {
      try {
        long half = askAbove / 2; // leaves the threshold where it is; the rest comes back later
        collect(() -> pool.leased() <= half);
      } finally {
        asking.unlock();
      }
    }
  }

  private boolean isWorthwhile(long leased) {
    return leased > askAbove && (leased > urgent || System.nanoTime() - notBeforeNanos >= 0);
  }

  /** Asks for a collection and waits until its findings make {@code enough} true, or are all in. */
  void collectUntil(BooleanSupplier enough) {
    Reclaimable.reclaimAll();
    if (enough.getAsBoolean() || pool.leased() == 0) {
      return;
    }
    try {
      if (!asking.tryLock(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    try {
      // What the first finds may be all that kept something else: a view its tensor's bytes.
      for (int i = 0; i < 2 && !enough.getAsBoolean() && pool.leased() > 0; i++) {
        collect(enough);
      }
    } finally {
      asking.unlock();
    }
  }

  private void collect(BooleanSupplier enough) {
    Reclaimable.Sentinel sentinel = Reclaimable.Sentinel.create();
    asked.incrementAndGet();
    long start = System.nanoTime();
    System.gc();
    long end = System.nanoTime();
    long deadline = end + PATIENCE_NANOS;
    int quiet = 0;
    try {
      while (quiet < QUIET_POLLS && System.nanoTime() < deadline && !enough.getAsBoolean()) {
        boolean found = Reclaimable.awaitAndReclaim(POLL_MILLIS) | Reclaimable.reclaimAll() > 0;
        quiet = found || !sentinel.isSeen() ? 0 : quiet + 1;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Reference.reachabilityFence(sentinel);
    askAbove = Math.max(worthwhile, 2 * pool.leased());
    notBeforeNanos = end + PAUSE * (end - start);
  }
}
