package dev.weir.cluster.internal.master;

import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.transport.Futures;
import dev.weir.cluster.internal.transport.Scheduler;
import dev.weir.cluster.internal.wire.RpcFailures;
import dev.weir.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clearing away on other tasks: done as well as it goes, since a task that is gone has nothing. */
final class RemoteCleanup {
  private static final Logger LOG = LoggerFactory.getLogger(Master.class);

  private RemoteCleanup() {}

  /**
   * Has a task forget something, and if it cannot be reached, again after a while, until it answers
   * or has been gone for long. The future ends with the first attempt, and never fails.
   */
  static CompletableFuture<?> insist(
      TaskId task, Supplier<CompletableFuture<@Nullable Void>> call, Scheduler scheduler) {
    return insist(task, call, scheduler, MasterTimeouts.FIRST_REPEAT);
  }

  private static CompletableFuture<?> insist(
      TaskId task,
      Supplier<CompletableFuture<@Nullable Void>> call,
      Scheduler scheduler,
      Duration pause) {
    CompletableFuture<@Nullable Void> attempt = Futures.attempt(call);
    watch(attempt, task);
    return attempt.handle(
        (none, error) -> {
          if (isUnreachable(error) && pause.compareTo(MasterTimeouts.LAST_REPEAT) <= 0) {
            Duration longer = pause.multipliedBy(2);
            scheduler.after(pause, () -> watch(insist(task, call, scheduler, longer), task));
          }
          return null;
        });
  }

  /** Whether a call failed since its task is gone or does not answer. */
  static boolean isUnreachable(@Nullable Throwable error) {
    if (error == null) {
      return false;
    }
    ErrorCode code = RpcFailures.of(error).code();
    return code == ErrorCode.UNAVAILABLE || code == ErrorCode.DEADLINE_EXCEEDED;
  }

  /** Notes in the log if it did not work. */
  static void watch(CompletableFuture<?> call, TaskId task) {
    Futures.whenDone(
        call,
        (none, error) -> {
          if (error != null) {
            LOG.debug("cleanup on {} failed: {}", task, RpcFailures.of(error).getMessage());
          }
        });
  }
}
