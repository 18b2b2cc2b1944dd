package dev.weir.ops.state;

import dev.weir.graph.kernel.KernelContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one step in at a time, in the order in which they came. Thread-safe.
 *
 * <p>The lock is given back once: when it is consumed, or when the step that took it is over.
 */
final class Mutex {
  private final ReentrantLock guard = new ReentrantLock();
  private final Condition changed = guard.newCondition();
  private final Deque<Lock> waiting = new ArrayDeque<>();
  private boolean held;

  /** The right to go on; {@link #close} gives it back. */
  final class Lock implements AutoCloseable {
    private boolean open = true;

    @Override
    public void close() {
      guard.lock();
      try {
        if (open) {
          open = false;
          held = false;
          changed.signalAll();
        }
      } finally {
        guard.unlock();
      }
    }
  }

  /** Waits until it is this step's turn. */
  Lock acquire(KernelContext context) {
    Lock lock = new Lock();
    guard.lock();
    try {
      waiting.addLast(lock);
      Waiting.until(context, changed, () -> !held && waiting.peekFirst() == lock);
      held = true;
      return lock;
    } finally {
      waiting.remove(lock);
      changed.signalAll();
      guard.unlock();
    }
  }
}
