package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestProfilerHook {
  @TempDir private Path folder;

  @Test
  void writesTracesOfSomeSteps() {
    Descent descent = Descent.alone();
    Path traces = folder.resolve("traces");
    ProfilerHook hook = ProfilerHook.of(traces, Cadence.everySteps(3));
    try (TrainingSession training = descent.chief().hooks(hook).start()) {
      descent.run(training, 5);
    }
    assertThat(traces).isDirectoryContaining("glob:**/trace-3.json");
    assertThat(traces.resolve("trace-3.json")).content().contains("ResourceApplyGradientDescent");
    assertThat(traces.resolve("trace-5.json")).doesNotExist();
  }
}
