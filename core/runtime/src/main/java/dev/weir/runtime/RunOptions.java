package dev.weir.runtime;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one step is run.
 *
 * @param deadline how long it may take; null for as long as it takes
 * @param cancellation what can stop it; null if nothing
 */
public record RunOptions(@Nullable Duration deadline, @Nullable Cancellation cancellation) {
  /** No deadline, nothing that can stop it. */
  public static final RunOptions DEFAULT = new RunOptions(null, null);

  /** A copy with a deadline. */
  public RunOptions withDeadline(Duration limit) {
    return new RunOptions(limit, cancellation);
  }

  /** A copy that {@code token} cancels. */
  public RunOptions withCancellation(Cancellation token) {
    return new RunOptions(deadline, token);
  }
}
