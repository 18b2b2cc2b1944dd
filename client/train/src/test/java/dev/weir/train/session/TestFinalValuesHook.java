package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class TestFinalValuesHook {
  @Test
  void fetchesWhenAllIsDone() {
    Descent descent = Descent.alone();
    FinalValuesHook hook = FinalValuesHook.of(descent.w, descent.model.globalStep());
    try (TrainingSession training = descent.chief().hooks(hook).start()) {
      descent.run(training, 2);
      assertThatThrownBy(hook::values).hasMessageContaining("when the training session is closed");
    }
    assertThat(hook.values().getFirst().getFloat(0)).isCloseTo(1.08f, within(1e-6f));
    assertThat(hook.values().getLast().getLong(0)).isEqualTo(2);
  }
}
