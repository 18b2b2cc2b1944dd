package dev.weir.cluster.internal.master;

import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.StepResult;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The time a step has while its parts are still being registered, which counts too. */
final class RegistrationTimer {
  private final Duration limit;
  private final Scheduler scheduler;
  private final long startNanos;
  private final Scheduler.@Nullable Timer timer;

  private RegistrationTimer(
      Duration limit, CompletableFuture<StepResult> answer, Scheduler scheduler) {
    this.limit = limit;
    this.scheduler = scheduler;
    this.startNanos = scheduler.nanoTime();
    this.timer =
        limit.isPositive()
            ? scheduler.after(limit, () -> answer.completeExceptionally(exceeded(limit)))
            : null;
  }

  /** Begins to wait; when the time is up, the answer fails. */
  static RegistrationTimer begin(
      Duration limit, CompletableFuture<StepResult> answer, Scheduler scheduler) {
    RegistrationTimer timer = new RegistrationTimer(limit, answer, scheduler);
    Futures.whenDone(answer, (result, error) -> timer.end());
    return timer;
  }

  private static WeirException exceeded(Duration limit) {
    return new WeirException(
        ErrorCode.DEADLINE_EXCEEDED,
        "the step took longer than its deadline of "
            + limit.toMillis()
            + " ms; its parts were not yet on all tasks");
  }

  /** Ends the wait; what is left of the time, zero if it is not limited. */
  Duration end() {
    if (timer == null) {
      return Duration.ZERO;
    }
    timer.cancel();
    long left = limit.toNanos() - (scheduler.nanoTime() - startNanos);
    return Duration.ofNanos(Math.max(1, left));
  }
}
