package dev.weir.runtime;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.runtime.execute.Stoppable;
import java.util.HashSet;
import java.util.Set;

/** Stops the steps it was given to. Thread-safe; once cancelled, it stays so. */
public final class Cancellation {
  private final Set<Stoppable> steps = new HashSet<>();
  private boolean cancelled;

  /** Stops all steps that run with this, now and later; they fail with {@code CANCELLED}. */
  public void cancel() {
    Set<Stoppable> running;
    synchronized (this) {
      cancelled = true;
      running = Set.copyOf(steps);
    }
    running.forEach(step -> step.abort(cause(step)));
  }

  /** Stops a step that has begun as soon as this is cancelled. */
  public void begin(Stoppable step) {
    synchronized (this) {
      steps.add(step);
      if (!cancelled) {
        return;
      }
    }
    step.abort(cause(step));
  }

  /** The step is over. */
  public synchronized void end(Stoppable step) {
    steps.remove(step);
  }

  private static WeirException cause(Stoppable step) {
    return new WeirException(
        ErrorCode.CANCELLED,
        "the step was cancelled by the program: "
            + step.whereabouts()
            + "; a Cancellation stays cancelled, so take a new one for the next step");
  }
}
