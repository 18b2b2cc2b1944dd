package dev.weir.train;

import dev.weir.error.WeirException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Observes a training: is called at every session, step and epoch, may fetch values of steps, and
 * may stop the training. {@code dev.weir.train.listener} has the usual ones.
 *
 * <p>The thread that runs steps makes all calls, in this order: {@link #onStart} once; {@link
 * #onSession} for the first session and for each one that replaces a lost session; {@link
 * #beforeStep} and {@link #afterStep} around every step, where a step that fails has no {@code
 * afterStep} and may be retried; {@link #afterEpoch} after every pass over the data that {@link
 * Trainer#fit} makes; {@link #onEnd} once, unless the training failed. Listeners are called in the
 * order in which they were added.
 *
 * <p>An exception of a listener ends the training, unless a lost task caused it: then the training
 * opens another session and goes on.
 */
public interface TrainingListener {
  /**
   * Whether this listener is called only while this process is the chief. If the process takes over
   * as the chief later, {@link #onSession} is called then. In a process that cannot become the
   * chief nothing is called, not even {@link #onStart}.
   */
  default boolean isChiefOnly() {
    return false;
  }

  /** The training starts. There is no session yet; nodes may still be added to the graph. */
  default void onStart(Model model) {}

  /** A session is open and all variables have values. */
  default void onSession(TrainingSession training) {}

  /** A step is being prepared. */
  default void beforeStep(StepRequest request) {}

  /** A step is done. */
  default void afterStep(StepReport report, TrainingSession training) {}

  /** A pass over the data is done, or was stopped early. */
  default void afterEpoch(EpochReport report, TrainingSession training) {}

  /** No step will follow; the session is still open. */
  default void onEnd(TrainingSession training) {}

  /** Completes the training when the global step, counted by all workers, reaches a number. */
  static TrainingListener stopAtStep(long step) {
    return StopAtStep.at(step);
  }

  /** Completes the training so many global steps after the one this process started with. */
  static TrainingListener stopAfterSteps(long steps) {
    return StopAtStep.after(steps);
  }

  /** Stops this process after the first step at which a condition holds. */
  static TrainingListener stopWhen(BooleanSupplier condition) {
    return new TrainingListener() {
      @Override
      public void afterStep(StepReport report, TrainingSession training) {
        if (condition.getAsBoolean()) {
          training.requestStop("stop requested");
        }
      }
    };
  }

  /** Calls an action after every epoch, such as {@code System.out::println}. */
  static TrainingListener everyEpoch(Consumer<? super EpochReport> action) {
    return everyEpochs(1, action);
  }

  /** Calls an action after every {@code count} epochs. */
  static TrainingListener everyEpochs(long count, Consumer<? super EpochReport> action) {
    if (count < 1) {
      throw WeirException.invalidArgument("the interval must be at least one epoch, got %d", count);
    }
    return new TrainingListener() {
      @Override
      public void afterEpoch(EpochReport report, TrainingSession training) {
        if ((report.epoch() + 1) % count == 0) {
          action.accept(report);
        }
      }
    };
  }
}
