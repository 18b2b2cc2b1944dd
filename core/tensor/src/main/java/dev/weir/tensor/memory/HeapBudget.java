package dev.weir.tensor.memory;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A part of the heap that one kind of data may take. Small inputs can become large data; they are
 * refused before the heap is exhausted, which would meet threads that have nothing to do with them.
 * Bytes are given back by who took them, or when the object that has them is unreachable.
 * Thread-safe.
 */
public final class HeapBudget {
  private static final long MOST_HEAP = Runtime.getRuntime().maxMemory();
  private static final long LEAST_FOR_MESSAGES = 16 << 20;
  private static final HeapBudget STRINGS = of("strings", MOST_HEAP / 2);
  private static final HeapBudget MESSAGES =
      of("messages that are being read", Math.max(LEAST_FOR_MESSAGES, MOST_HEAP / 4));
  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long POLL_MILLIS = 20;

  private final String contents;
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /** Keeps references reachable until what they refer to is not. */
  private final Set<Charge> charges = ConcurrentHashMap.newKeySet();

  private HeapBudget(String contents, long limit) {
    this.contents = contents;
    this.limit = limit;
  }

  /**
   * A budget of so many bytes.
   *
   * @param contents what takes them, in the plural, as it is to appear in an error
   */
  public static HeapBudget of(String contents, long limit) {
    return new HeapBudget(contents, limit);
  }

  /**
   * The budget of elements on the heap that kernels make or others send, of all tensors of this
   * process: half of the heap. Besides strings it has the references to elements.
   */
  public static HeapBudget strings() {
    return STRINGS;
  }

  /**
   * The budget of messages that this process is reading, without the elements of their tensors: a
   * quarter of the heap.
   */
  public static HeapBudget messages() {
    return MESSAGES;
  }

  /** How many bytes are taken and have not been given back. */
  public long used() {
    return used.get();
  }

  /**
   * Takes bytes until {@code owner} is unreachable; fails as {@link #take} does.
   *
   * @param what has the bytes, as it is to appear in an error
   */
  public void charge(Object owner, long bytes, String what) {
    take(bytes, what);
    giveBackAfter(owner, bytes);
  }

  /**
   * Takes bytes; {@code RESOURCE_EXHAUSTED} if there are not so many, even after a garbage
   * collection, if that can give any back.
   *
   * @param what needs the bytes, as it is to appear in an error
   */
  public void take(long bytes, String what) {
    Reclaimable.reclaimAll();
    if (!tryTake(bytes) && !takeAfterCollection(bytes)) {
      throw new WeirException(
          ErrorCode.RESOURCE_EXHAUSTED,
          String.format(
              "%s needs %s of the heap, where %s take %s and may take %s; raise the maximum heap"
                  + " size (-Xmx)",
              what,
              ByteSize.format(bytes),
              contents,
              ByteSize.format(used.get()),
              ByteSize.format(limit)));
    }
  }

  /** Gives back bytes that were taken. */
  public void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  /** Gives back bytes that were taken once {@code owner} is unreachable. */
  public void giveBackAfter(Object owner, long bytes) {
    charges.add(new Charge(owner, bytes));
  }

  private boolean tryTake(long bytes) {
    long before = used.get();
    while (bytes <= limit - before) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  private boolean takeAfterCollection(long bytes) {
    if (bytes > limit || charges.isEmpty()) {
      return false;
    }
    System.gc();
    long end = System.nanoTime() + PATIENCE_NANOS;
    try {
      while (!tryTake(bytes)) {
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
      giveBack(bytes);
      charges.remove(this);
    }
  }
}
