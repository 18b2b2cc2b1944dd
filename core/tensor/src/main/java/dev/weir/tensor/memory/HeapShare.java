package dev.weir.tensor.memory;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of the heap that strings made by kernels or received from others may take. Small inputs
 * can become large strings; they are refused before the heap is exhausted, which would meet threads
 * that have nothing to do with them. Thread-safe.
 */
public final class HeapShare {
  private static final HeapShare STRINGS = new HeapShare(Runtime.getRuntime().maxMemory() / 2);
  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long POLL_MILLIS = 20;

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /** Keeps references reachable until what they refer to is not. */
  private final Set<Charge> charges = ConcurrentHashMap.newKeySet();

  /** A share of so many bytes. */
  HeapShare(long limit) {
    this.limit = limit;
  }

  /** The share of all strings of this process: half of the heap. */
  public static HeapShare strings() {
    return STRINGS;
  }

  /** How many bytes are held by what has not been found unreachable. */
  long used() {
    return used.get();
  }

  /**
   * Takes bytes until nobody reaches {@code owner}; {@code RESOURCE_EXHAUSTED} if there are not so
   * many, even after a garbage collection.
   *
   * @param what has the bytes, as it is to appear in an error
   */
  public void charge(Object owner, long bytes, String what) {
    Reclaimable.reclaimAll();
    if (!tryCharge(bytes) && !chargeAfterCollection(bytes)) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          String.format(
              "%s needs %s of the heap, where strings take %s and may take %s; raise the maximum"
                  + " heap size (-Xmx)",
              what, ByteSize.format(bytes), ByteSize.format(used.get()), ByteSize.format(limit)));
    }
    charges.add(new Charge(owner, bytes));
  }

  private boolean tryCharge(long bytes) {
    long before = used.get();
    while (bytes <= limit - before) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  private boolean chargeAfterCollection(long bytes) {
    if (bytes > limit) {
      return false;
    }
    System.gc();
    long end = System.nanoTime() + PATIENCE_NANOS;
    try {
      while (!tryCharge(bytes)) {
        if (System.nanoTime() - end > 0) {
          return false;
        }
        Reclaimable.awaitAndReclaim(POLL_MILLIS);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Gives bytes back when their owner is unreachable. */
  private final class Charge extends Reclaimable {
    private final long bytes;

    Charge(Object owner, long bytes) {
      super(owner);
      this.bytes = bytes;
    }

    @Override
    void reclaim() {
      used.addAndGet(-bytes);
      charges.remove(this);
    }
  }
}
