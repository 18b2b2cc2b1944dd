package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TestStopAtStep {
  private static int stepsOf(Descent descent, TrainingListener listener) {
    int steps = 0;
    try (TrainingSession training = descent.chief().listeners(listener).start()) {
      while (!training.shouldStop()) {
        descent.run(training, 1);
        steps++;
      }
    }
    return steps;
  }

  @Test
  void stopsAtAStep() {
    assertThat(stepsOf(Descent.alone(), TrainingListener.stopAtStep(5))).isEqualTo(5);
    assertThat(stepsOf(Descent.alone(), TrainingListener.stopAtStep(0))).isZero();
  }

  @Test
  void countsTheStepsOfOthers() {
    Tasks tasks = new Tasks(1, 2);
    Descent first = new Descent(tasks, 0);
    Descent second = new Descent(tasks, 1);
    try (TrainingSession chief = first.chief().start();
        TrainingSession other = second.worker().listeners(TrainingListener.stopAtStep(4)).start()) {
      first.run(chief, 3);
      assertThat(other.shouldStop()).isFalse();
      second.run(other, 1);
      assertThat(other.shouldStop()).isTrue();
    }
  }

  @Test
  void stopsAfterMoreSteps() {
    Descent descent = Descent.alone();
    TrainingListener more = TrainingListener.stopAfterSteps(2);
    try (TrainingSession earlier = descent.chief().start()) {
      descent.run(earlier, 3);
      try (TrainingSession training = descent.worker().listeners(more).start()) {
        descent.run(training, 1);
        assertThat(training.shouldStop()).isFalse();
        descent.run(training, 1);
        assertThat(training.shouldStop()).isTrue();
      }
    }
    assertThatThrownBy(() -> TrainingListener.stopAfterSteps(0)).hasMessageContaining("got 0");
  }
}
