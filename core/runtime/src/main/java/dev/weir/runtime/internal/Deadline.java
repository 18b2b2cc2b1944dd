package dev.weir.runtime.internal;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.internal.execute.Step;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Stops a step that takes too long. */
public final class Deadline {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  /** Longer than any step, and short enough to be counted in nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final Future<?> pending;

  private Deadline(Future<?> pending) {
    this.pending = pending;
  }

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "weir-deadlines");
              thread.setDaemon(true);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true); // else a step is kept until its deadline
    return clock;
  }

  /** How many deadlines are being watched. */
  public static int pending() {
    return CLOCK.getQueue().size();
  }

  static Deadline after(Duration limit, Step step) {
    long nanos = limit.compareTo(LONGEST) < 0 ? limit.toNanos() : LONGEST.toNanos();
    return new Deadline(
        CLOCK.schedule(() -> step.abort(exceeded(limit, step)), nanos, TimeUnit.NANOSECONDS));
  }

  private static WeirException exceeded(Duration limit, Step step) {
    return new WeirException(
        ErrorCode.DEADLINE_EXCEEDED,
        "the step took longer than its deadline of "
            + limit.toMillis()
            + " ms: "
            + step.whereabouts()
            + "; give it more time, or see with runTraced where it goes");
  }

  void cancel() {
    pending.cancel(false);
  }
}
