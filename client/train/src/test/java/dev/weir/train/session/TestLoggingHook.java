package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestLoggingHook {
  @Test
  void saysValuesOfSomeSteps() {
    Descent descent = Descent.alone();
    List<String> lines = new ArrayList<>();
    LoggingHook hook =
        LoggingHook.of(Cadence.everySteps(2), Map.of("loss", descent.loss), lines::add);
    try (TrainingSession training = descent.chief().hooks(hook).start()) {
      descent.run(training, 4);
    }
    // the loss is that before the step: 9 · 0.64^(step - 1)
    assertThat(lines).containsExactly("step 2: loss 5.7600", "step 4: loss 2.3593");
  }
}
