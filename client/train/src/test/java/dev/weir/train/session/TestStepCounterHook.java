package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.records.EventWriter;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestStepCounterHook {
  @TempDir private Path folder;

  @Test
  void dividesStepsByTime() {
    Descent descent = Descent.alone();
    AtomicLong now = new AtomicLong();
    try (EventWriter events = EventWriter.create(folder)) {
      StepCounterHook hook = StepCounterHook.of(Cadence.everySteps(4).timer(now::get), events);
      try (TrainingSession training = descent.chief().hooks(hook).start()) {
        descent.run(training, 3);
        assertThat(hook.stepsPerSecond()).isEmpty();
        now.set(2_000_000_000);
        descent.run(training, 1);
        assertThat(hook.stepsPerSecond()).hasValue(2);
      }
    }
  }
}
