package dev.weir.runtime;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.execute.Step;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Stops a step that takes too long. */
final class Deadline {
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "weir-deadlines");
            thread.setDaemon(true);
            return thread;
          });

  private final Future<?> pending;

  private Deadline(Future<?> pending) {
    this.pending = pending;
  }

  static Deadline after(Duration limit, Step step) {
    WeirException cause =
        new WeirException(
            ErrorCode.DEADLINE_EXCEEDED,
            "the step took longer than its deadline of " + limit.toMillis() + " ms");
    return new Deadline(
        CLOCK.schedule(() -> step.abort(cause), limit.toNanos(), TimeUnit.NANOSECONDS));
  }

  void cancel() {
    pending.cancel(false);
  }
}
