package dev.weir.train.session;

import dev.weir.error.WeirException;

/** Asks to stop when the global step, counted by all workers together, has come to a number. */
public final class StopAtStepHook implements TrainingHook {
  private static final long NOT_KNOWN = -1;

  private final long more;
  private long last;

  private StopAtStepHook(long more, long last) {
    this.more = more;
    this.last = last;
  }

  /** Stops at this step. */
  public static StopAtStepHook at(long step) {
    if (step < 0) {
      throw WeirException.invalidArgument("steps are counted from 0, got %d", step);
    }
    return new StopAtStepHook(0, step);
  }

  /** Stops so many steps after the one with which this worker began. */
  public static StopAtStepHook after(long steps) {
    if (steps < 1) {
      throw WeirException.invalidArgument("at least one step is made, got %d", steps);
    }
    return new StopAtStepHook(steps, NOT_KNOWN);
  }

  @Override
  public void afterCreateSession(TrainingSession training) {
    if (last == NOT_KNOWN) {
      last = training.globalStep() + more;
    }
    look(training);
  }

  @Override
  public void afterRun(RunReport report, TrainingSession training) {
    if (report.globalStep() + 1 >= last) { // it may have counted itself, or not yet
      look(training);
    }
  }

  private void look(TrainingSession training) {
    long step = training.globalStep();
    if (step >= last) {
      training.complete(last, "step " + step + " is reached, of " + last);
    }
  }
}
