package dev.weir.cluster.internal.wire;

import dev.weir.cluster.Durations;
import java.time.Duration;

/**
 * How a step is to be run.
 *
 * @param traces whether to say what ran when
 * @param limit how long it may take; zero for what the session says
 */
public record StepOptions(boolean traces, Duration limit) {
  /** Without a trace, as long as the session says. */
  public static final StepOptions DEFAULT = new StepOptions(false, Duration.ZERO);

  /** Limits durations to what a clock can count. */
  public StepOptions {
    limit = Durations.limited(limit);
  }
}
