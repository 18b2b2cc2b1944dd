package dev.weir.train.fit;

import dev.weir.error.WeirException;
import dev.weir.runtime.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * How long a model is trained and how.
 *
 * @param epochs how often the examples are gone through, at most
 * @param steps how many steps are made, at most
 * @param evaluation what is evaluated with after every epoch; null for nothing
 * @param running the deadline and the cancellation of every step
 * @param resumes whether epochs and steps count from the model's first step, see {@link #resuming}
 */
public record FitOptions(
    long epochs, long steps, @Nullable Batches evaluation, RunOptions running, boolean resumes) {
  public FitOptions {
    if (epochs < 1 || steps < 1) {
      throw WeirException.invalidArgument(
          "training takes at least one epoch and one step, got %d and %d", epochs, steps);
    }
  }

  /** Goes through the examples this often. */
  public static FitOptions epochs(long count) {
    return new FitOptions(count, Long.MAX_VALUE, null, RunOptions.DEFAULT, false);
  }

  /** Makes this many steps, in as many epochs as that takes. */
  public static FitOptions steps(long count) {
    return new FitOptions(Long.MAX_VALUE, count, null, RunOptions.DEFAULT, false);
  }

  /** The same, with no more steps than these. */
  public FitOptions atMost(long count) {
    return new FitOptions(epochs, count, evaluation, running, resumes);
  }

  /** The same, evaluating with these after every epoch. */
  public FitOptions evaluating(Batches batches) {
    return new FitOptions(epochs, steps, batches, running, resumes);
  }

  /** The same with a deadline or a cancellation for every step. */
  public FitOptions running(RunOptions options) {
    return new FitOptions(epochs, steps, evaluation, options, resumes);
  }

  /**
   * The same, going on where the model's global step says that training has ended, as after a
   * checkpoint was restored: batches that earlier steps had are passed over, and {@code epochs} and
   * {@code steps} count those steps too.
   */
  public FitOptions resuming() {
    return new FitOptions(epochs, steps, evaluation, running, true);
  }
}
