package dev.weir.tensor.memory;

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

/** An action to run once an object is unreachable, by the next thread that polls the queue. */
abstract class Reclaimable extends PhantomReference<Object> {
  private static final ReferenceQueue<Object> QUEUE = new ReferenceQueue<>();

  Reclaimable(Object user) {
    super(user, QUEUE);
  }

  /** Called once, by any thread, after the object is unreachable. */
  abstract void reclaim();

  /** Does all that is due. Returns how much that was. */
  static int reclaimAll() {
    int count = 0;
    for (Reference<?> due = QUEUE.poll(); due != null; due = QUEUE.poll()) {
      ((Reclaimable) due).reclaim();
      count++;
    }
    return count;
  }

  /** Waits for something to be due and does it. Returns false if there was nothing. */
  static boolean awaitAndReclaim(long millis) throws InterruptedException {
    Reference<?> due = QUEUE.remove(millis);
    if (due == null) {
      return false;
    }
    ((Reclaimable) due).reclaim();
    return true;
  }

  /** Tells that a garbage collection's findings have begun to arrive. */
  static final class Sentinel extends Reclaimable {
    private volatile boolean seen;

    private Sentinel(Object unreachable) {
      super(unreachable);
    }

    /** A sentinel for an unreachable object. */
    static Sentinel create() {
      return new Sentinel(new Object());
    }

    @Override
    void reclaim() {
      seen = true;
    }

    boolean isSeen() {
      return seen;
    }
  }
}
