package dev.weir.ops.support;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The ops that wait at a resource, in order of arrival. Each waits on a condition of its own, so a
 * change wakes the one op whose turn it is, and stopping a step wakes only the ops of that step:
 * thousands of blocked steps cost no CPU time. All methods are called with the resource's lock
 * held.
 */
public final class WaitingLine {
  private final ReentrantLock guard;
  private final Set<Turn> turns = new LinkedHashSet<>();

  public WaitingLine(ReentrantLock guard) {
    this.guard = guard;
  }

  /** A new place at the end of the line; {@link Turn#leave} gives it up. */
  public Turn join() {
    Turn turn = new Turn();
    turns.add(turn);
    return turn;
  }

  /** Has the first op in the line look at its condition again. */
  public void wakeFirst() {
    for (Turn first : turns) {
      first.changed.signal();
      return;
    }
  }

  /** Has all ops in the line look at their conditions again. */
  public void wakeAll() {
    turns.forEach(turn -> turn.changed.signal());
  }

  /** The place of one op in the line. */
  public final class Turn {
    private final Condition changed = guard.newCondition();

    public boolean isFirst() {
      return turns.iterator().next() == this;
    }

    /** Leaves the line and wakes the op that is first now. */
    public void leave() {
      turns.remove(this);
      wakeFirst();
    }

    /**
     * Waits for a condition; fails if the step is stopped meanwhile, even if the condition holds by
     * then: the client that stopped the step may go on as if it took nothing.
     */
    public void await(KernelContext context, BooleanSupplier holds) {
      context.checkCancelled();
      if (holds.getAsBoolean()) {
        return;
      }
      try (var stop = context.onStop(this::wake)) {
        context.checkCancelled();
        while (!holds.getAsBoolean()) {
          changed.await();
          context.checkCancelled();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new WeirException(ErrorCode.CANCELLED, "interrupted while waiting", e);
      }
    }

    /** Called by the thread that stops the step, which does not hold the lock. */
    private void wake() {
      guard.lock();
      try {
        changed.signal();
      } finally {
        guard.unlock();
      }
    }
  }
}
