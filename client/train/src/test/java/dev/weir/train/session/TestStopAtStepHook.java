package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TestStopAtStepHook {
  private static int stepsOf(Descent descent, StopAtStepHook hook) {
    int steps = 0;
    try (TrainingSession training = descent.chief().hooks(hook).start()) {
      while (!training.shouldStop()) {
        descent.run(training, 1);
        steps++;
      }
    }
    return steps;
  }

  @Test
  void stopsAtAStep() {
    assertThat(stepsOf(Descent.alone(), StopAtStepHook.at(5))).isEqualTo(5);
    assertThat(stepsOf(Descent.alone(), StopAtStepHook.at(0))).isZero();
  }

  @Test
  void countsTheStepsOfOthers() {
    Tasks tasks = new Tasks(1, 2);
    Descent first = new Descent(tasks, 0);
    Descent second = new Descent(tasks, 1);
    try (TrainingSession chief = first.chief().start();
        TrainingSession other = second.worker().hooks(StopAtStepHook.at(4)).start()) {
      first.run(chief, 3);
      assertThat(other.shouldStop()).isFalse();
      second.run(other, 1);
      assertThat(other.shouldStop()).isTrue();
    }
  }

  @Test
  void stopsAfterMoreSteps() {
    Descent descent = Descent.alone();
    StopAtStepHook more = StopAtStepHook.after(2);
    try (TrainingSession earlier = descent.chief().start()) {
      descent.run(earlier, 3);
      try (TrainingSession training = descent.worker().hooks(more).start()) {
        descent.run(training, 1);
        assertThat(training.shouldStop()).isFalse();
        descent.run(training, 1);
        assertThat(training.shouldStop()).isTrue();
      }
    }
    assertThatThrownBy(() -> StopAtStepHook.after(0)).hasMessageContaining("got 0");
  }
}
