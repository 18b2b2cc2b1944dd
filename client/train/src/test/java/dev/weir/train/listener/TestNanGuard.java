package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.Tensors;
import dev.weir.train.Descent;
import dev.weir.train.TrainingSession;
import org.junit.jupiter.api.Test;

final class TestNanGuard {
  private static void spoil(Descent descent, TrainingSession training) {
    training.run(runner -> runner.feed(descent.w, Tensors.scalar(Float.NaN)).fetch(descent.loss));
  }

  @Test
  void failsAndNamesTheLoss() {
    Descent descent = Descent.alone();
    NanGuard listener = NanGuard.failing(descent.loss);
    try (TrainingSession training = descent.chief().listeners(listener).start()) {
      descent.run(training, 2);
      assertThatThrownBy(() -> spoil(descent, training))
          .hasMessageContaining("\"loss\"")
          .hasMessageContaining("the loss is NaN in step 3");
    }
  }

  @Test
  void stopsIfThatIsWanted() {
    Descent descent = Descent.alone();
    NanGuard listener = NanGuard.stopping(descent.loss);
    try (TrainingSession training = descent.chief().listeners(listener).start()) {
      descent.run(training, 1);
      assertThat(training.shouldStop()).isFalse();
      spoil(descent, training);
      assertThat(training.shouldStop()).isTrue();
    }
  }
}
