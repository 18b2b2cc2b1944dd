package dev.weir.train;

import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * How long a model is trained, and how.
 *
 * @param epochs the number of passes over the data, at most
 * @param steps the number of global steps, at most; those of all workers count
 * @param evaluation the data that the chief evaluates after every epoch; null for none
 * @param running the deadline and the cancellation of every step
 * @param checkpoints the checkpoints of the training, see {@link #checkpoints(ModelSaver)}
 * @param resumes whether epochs and steps count from the model's first step, see {@link #resuming}
 */
public record FitOptions(
    long epochs,
    long steps,
    @Nullable Batches evaluation,
    RunOptions running,
    @Nullable ModelSaver checkpoints,
    boolean resumes) {
  public FitOptions {
    if (epochs < 1 || steps < 1) {
      throw WeirException.invalidArgument(
          "training takes at least one epoch and one step, got %d and %d", epochs, steps);
    }
  }

  /** Makes this many passes over the data. */
  public static FitOptions epochs(long count) {
    return new FitOptions(count, Long.MAX_VALUE, null, RunOptions.DEFAULT, null, false);
  }

  /** Makes this many steps, in as many epochs as that takes. */
  public static FitOptions steps(long count) {
    return new FitOptions(Long.MAX_VALUE, count, null, RunOptions.DEFAULT, null, false);
  }

  /** Limits the number of steps. */
  public FitOptions atMost(long count) {
    return new FitOptions(epochs, count, evaluation, running, checkpoints, resumes);
  }

  /** Evaluates with this data after every epoch. On a cluster only the chief does. */
  public FitOptions evaluating(Batches batches) {
    return new FitOptions(epochs, steps, batches, running, checkpoints, resumes);
  }

  /** Sets a deadline or a cancellation for every step. */
  public FitOptions running(RunOptions options) {
    return new FitOptions(epochs, steps, evaluation, options, checkpoints, resumes);
  }

  /**
   * Sets the checkpoints of the training: the latest one is restored at the start and after a loss
   * of values. {@code CheckpointSaver} decides when to save.
   */
  public FitOptions checkpoints(ModelSaver saver) {
    return new FitOptions(epochs, steps, evaluation, running, saver, resumes);
  }

  /**
   * Goes on where the model's global step says that training ended, as after a checkpoint was
   * restored: batches of earlier steps are passed over, and {@code epochs} and {@code steps} count
   * those steps too.
   */
  public FitOptions resuming() {
    return new FitOptions(epochs, steps, evaluation, running, checkpoints, true);
  }
}
