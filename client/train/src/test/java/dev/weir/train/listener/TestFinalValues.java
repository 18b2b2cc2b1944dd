package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.train.Descent;
import dev.weir.train.TrainingSession;
import org.junit.jupiter.api.Test;

final class TestFinalValues {
  @Test
  void fetchesWhenAllIsDone() {
    Descent descent = Descent.alone();
    FinalValues listener = FinalValues.of(descent.w, descent.model.globalStep());
    try (TrainingSession training = descent.chief().listeners(listener).start()) {
      descent.run(training, 2);
      assertThatThrownBy(listener::values)
          .hasMessageContaining("after the training session is closed");
    }
    assertThat(listener.values().getFirst().getFloat(0)).isCloseTo(1.08f, within(1e-6f));
    assertThat(listener.values().getLast().getLong(0)).isEqualTo(2);
  }
}
