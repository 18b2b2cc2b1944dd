package dev.weir.cluster.internal.master;

import java.time.Duration;

/**
 * How long a step may take; zero for ever.
 *
 * @param whole what was asked for
 * @param left what is left of it when the step has been registered
 */
record StepTimeLimit(Duration whole, Duration left) {
  static StepTimeLimit of(Duration whole) {
    return new StepTimeLimit(whole, whole);
  }
}
