package dev.weir.ops.state;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import java.util.concurrent.locks.Condition;

/** How ops that may block wait: until something changes or their step is stopped. */
final class Waiting {
  /** How long a waiting op does not look whether its step was stopped. */
  private static final long NAP_NANOS = 20_000_000;

  private Waiting() {}

  /** Waits a little for a change; fails if the step was stopped. The caller holds the lock. */
  @SuppressWarnings("WaitNotInLoop") // the callers loop, over conditions of their own
  static void nap(KernelContext context, Condition changed) {
    context.checkCancelled();
    try {
      changed.awaitNanos(NAP_NANOS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted while waiting", e);
    }
  }
}
