package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.train.Cadence;
import dev.weir.train.Descent;
import dev.weir.train.TrainingSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestStepLogger {
  @Test
  void saysValuesOfSomeSteps() {
    Descent descent = Descent.alone();
    List<String> lines = new ArrayList<>();
    StepLogger listener =
        StepLogger.every(Cadence.everySteps(2)).values(Map.of("loss", descent.loss)).to(lines::add);
    try (TrainingSession training = descent.chief().listeners(listener).start()) {
      descent.run(training, 4);
    }
    // the loss is that before the step: 9 · 0.64^(step - 1)
    assertThat(lines).containsExactly("step 2: loss 5.7600", "step 4: loss 2.3593");
  }
}
