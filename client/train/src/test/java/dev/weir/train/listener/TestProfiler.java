package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.train.Cadence;
import dev.weir.train.Descent;
import dev.weir.train.TrainingSession;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestProfiler {
  @TempDir private Path folder;

  @Test
  void writesTracesOfSomeSteps() {
    Descent descent = Descent.alone();
    Path traces = folder.resolve("traces");
    Profiler listener = Profiler.of(traces, Cadence.everySteps(3));
    try (TrainingSession training = descent.chief().listeners(listener).start()) {
      descent.run(training, 5);
    }
    assertThat(traces).isDirectoryContaining("glob:**/trace-3.json");
    assertThat(traces.resolve("trace-3.json")).content().contains("ResourceApplyGradientDescent");
    assertThat(traces.resolve("trace-5.json")).doesNotExist();
  }
}
