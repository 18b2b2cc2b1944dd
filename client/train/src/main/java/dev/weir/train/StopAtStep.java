package dev.weir.train;

import dev.weir.error.WeirException;

/** Completes a training when the global step, counted by all workers, reaches a number. */
final class StopAtStep implements TrainingListener {
  private static final long UNKNOWN = -1;

  private final long more;
  private long last;

  private StopAtStep(long more, long last) {
    this.more = more;
    this.last = last;
  }

  static StopAtStep at(long step) {
    if (step < 0) {
      throw WeirException.invalidArgument("the last step must not be negative, got %d", step);
    }
    return new StopAtStep(0, step);
  }

  static StopAtStep after(long steps) {
    if (steps < 1) {
      throw WeirException.invalidArgument("a training has at least one step, got %d", steps);
    }
    return new StopAtStep(steps, UNKNOWN);
  }

  @Override
  public void onSession(TrainingSession training) {
    if (last == UNKNOWN) {
      last = training.globalStep() + more;
    }
    check(training);
  }

  @Override
  public void afterStep(StepReport report, TrainingSession training) {
    if (report.step() >= last) {
      check(training);
    }
  }

  private void check(TrainingSession training) {
    long step = training.globalStep();
    if (step >= last) {
      training.complete(last, "step " + step + " of " + last + " is reached");
    }
  }
}
