package dev.weir.ops.state;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.kernel.KernelContext;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;

/** How ops that may block wait: until something changes or their step is stopped. */
final class Waiting {
  /** How long a waiting op does not look whether its step was stopped. */
  private static final long NAP_NANOS = 20_000_000;

  private Waiting() {}

  /**
   * Waits for a condition; fails if the step is stopped meanwhile, even if the condition holds by
   * then: whoever stopped it may go on as if it took nothing. The caller holds the lock.
   */
  static void until(KernelContext context, Condition changed, BooleanSupplier holds) {
    try {
      context.checkCancelled();
      while (!holds.getAsBoolean()) {
        changed.awaitNanos(NAP_NANOS);
        context.checkCancelled();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted while waiting", e);
    }
  }
}
