package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.records.EventWriter;
import dev.weir.train.Cadence;
import dev.weir.train.Descent;
import dev.weir.train.TrainingSession;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestStepCounter {
  @TempDir private Path folder;

  @Test
  void dividesStepsByTime() {
    Descent descent = Descent.alone();
    AtomicLong now = new AtomicLong();
    try (EventWriter events = EventWriter.create(folder)) {
      StepCounter listener = StepCounter.every(Cadence.everySteps(4).timer(now::get)).to(events);
      try (TrainingSession training = descent.chief().listeners(listener).start()) {
        descent.run(training, 3);
        assertThat(listener.stepsPerSecond()).isEmpty();
        now.set(2_000_000_000);
        descent.run(training, 1);
        assertThat(listener.stepsPerSecond()).hasValue(2);
      }
    }
  }
}
