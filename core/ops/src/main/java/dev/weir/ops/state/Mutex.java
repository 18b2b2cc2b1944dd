package dev.weir.ops.state;

import dev.weir.graph.kernel.KernelContext;
import dev.weir.ops.support.ResourceKind;
import dev.weir.ops.support.WaitingLine;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets one step in at a time, in the order in which they came. Thread-safe.
 *
 * <p>The lock is given back once: when it is consumed, or when the step that took it is over.
 */
public final class Mutex {
  /** The kind of resource it is. */
  static final ResourceKind KIND = new ResourceKind("Mutex", Mutex.class);

  private final ReentrantLock guard = new ReentrantLock();
  private final WaitingLine waiting = new WaitingLine(guard);
  private boolean held;

  /** The right to go on; {@link #close} gives it back. */
  public final class Lock implements AutoCloseable {
    private boolean open = true;

    @Override
    public void close() {
      guard.lock();
      try {
        if (open) {
          open = false;
          held = false;
          waiting.wakeFirst();
        }
      } finally {
        guard.unlock();
      }
    }
  }

  /** Waits until it is this step's turn. */
  public Lock acquire(KernelContext context) {
    guard.lock();
    try {
      WaitingLine.Turn turn = waiting.join();
      try {
        turn.await(context, () -> !held && turn.isFirst());
        held = true;
        return new Lock();
      } finally {
        turn.leave();
      }
    } finally {
      guard.unlock();
    }
  }
}
