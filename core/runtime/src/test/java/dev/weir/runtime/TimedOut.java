package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;

/** How a step ends that waits in a node until its deadline. */
final class TimedOut {
  private static final long LONGEST_MILLIS = 30_000;

  private TimedOut() {}

  /**
   * Runs the step with longer and longer deadlines until it gets as far as the node, which takes a
   * busy machine some time.
   */
  static WeirException in(String node, Runner step) {
    WeirException error = null;
    for (long millis = 50; millis < LONGEST_MILLIS; millis *= 2) {
      RunOptions options = RunOptions.DEFAULT.withDeadline(Duration.ofMillis(millis));
      error = catchThrowableOfType(WeirException.class, () -> step.options(options).run());
      assertThat(error.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
      assertThat(error).hasMessageContaining("deadline of " + millis + " ms");
      if (String.valueOf(error.getMessage()).contains(node)) {
        return error;
      }
    }
    throw new AssertionError("no step got as far as " + node, error);
  }
}
