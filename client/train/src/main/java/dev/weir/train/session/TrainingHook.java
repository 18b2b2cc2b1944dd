package dev.weir.train.session;

import dev.weir.train.Model;

/**
 * What is to happen beside the steps of a training: told of sessions and of every run, may add to
 * what runs fetch, may ask to stop.
 *
 * <p>Calls come from the thread that runs steps, in this order: {@link #begin} once; {@link
 * #afterCreateSession} for the first session and for each that replaces a lost one; {@link
 * #beforeRun} and {@link #afterRun} around every run, where a run that fails has no {@code
 * afterRun} and may be tried again; {@link #end} once, unless training has failed. A hook that
 * throws ends the training; what a lost task makes it throw does not, as it does not in a run.
 */
public interface TrainingHook {
  /** Before there is a session: nodes may still be added to the model's graph. */
  default void begin(Model model) {}

  /** A session is there and all variables have values. */
  default void afterCreateSession(TrainingSession training) {}

  /** A run is being prepared. */
  default void beforeRun(RunRequest request) {}

  /** A run is done. */
  default void afterRun(RunReport report, TrainingSession training) {}

  /** No more runs will come; the session still works. */
  default void end(TrainingSession training) {}
}
