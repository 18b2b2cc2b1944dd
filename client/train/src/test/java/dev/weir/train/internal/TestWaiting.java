package dev.weir.train.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.train.ManualClock;
import dev.weir.train.RetryPolicy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestWaiting {
  private static final Duration DEADLINE = Duration.ofSeconds(5);

  private final ManualClock clock = new ManualClock();
  private final Waiting waiting =
      new Waiting(
          new RetryPolicy(DEADLINE, Duration.ofMillis(10), Duration.ofMinutes(1), 20),
          clock,
          new StopSignal(clock),
          false);

  private static WeirException late() {
    return new WeirException(ErrorCode.DEADLINE_EXCEEDED, "the step took longer than 3 ms");
  }

  @Test
  void aStepThatRunsOutOfTheTimeThatIsLeftDoesNotHideTheReason() {
    waiting.note(List.of("w"));
    clock.advance(DEADLINE);
    waiting.note(late());
    assertThatThrownBy(waiting::pause)
        .hasMessageContaining("1 variable has no value yet: w; the chief gives");
  }

  @Test
  void aTaskThatDoesNotAnswerIsTheReasonWhileThereIsTime() {
    waiting.note(List.of("w"));
    waiting.note(late());
    clock.advance(DEADLINE);
    assertThatThrownBy(waiting::pause)
        .hasMessageContaining("the step took longer than 3 ms; are all tasks");
  }

  @Test
  void aStepThatRunsOutOfTimeIsTheReasonIfThereIsNoOther() {
    clock.advance(DEADLINE);
    waiting.note(late());
    assertThatThrownBy(waiting::pause).hasMessageContaining("the step took longer than 3 ms");
  }
}
