package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.Tensors;
import org.junit.jupiter.api.Test;

final class TestNanGuardHook {
  private static void spoil(Descent descent, TrainingSession training) {
    training.run(runner -> runner.feed(descent.w, Tensors.scalar(Float.NaN)).fetch(descent.loss));
  }

  @Test
  void failsAndNamesTheLoss() {
    Descent descent = Descent.alone();
    NanGuardHook hook = NanGuardHook.failing(descent.loss);
    try (TrainingSession training = descent.chief().hooks(hook).start()) {
      descent.run(training, 2);
      assertThatThrownBy(() -> spoil(descent, training))
          .hasMessageContaining("\"loss\"")
          .hasMessageContaining("the loss is NaN in the run after step 2");
    }
  }

  @Test
  void stopsIfThatIsWanted() {
    Descent descent = Descent.alone();
    NanGuardHook hook = NanGuardHook.stopping(descent.loss);
    try (TrainingSession training = descent.chief().hooks(hook).start()) {
      descent.run(training, 1);
      assertThat(training.shouldStop()).isFalse();
      spoil(descent, training);
      assertThat(training.shouldStop()).isTrue();
    }
  }
}
