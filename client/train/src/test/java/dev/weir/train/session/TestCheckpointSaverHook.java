package dev.weir.train.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.Retention;
import dev.weir.train.Saver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestCheckpointSaverHook {
  @TempDir private Path folder;

  private List<String> saved() {
    return new CheckpointFolder(folder)
        .all().stream().map(prefix -> String.valueOf(prefix.getFileName())).sorted().toList();
  }

  @Test
  void savesAtTheBeginningEverySoOftenAndAtTheEnd() {
    Descent descent = Descent.alone();
    try (Saver saver = Saver.of(descent.model, folder.resolve("model"), Retention.last(9));
        TrainingSession training =
            descent.chief().hooks(CheckpointSaverHook.of(saver, Cadence.everySteps(2))).start()) {
      assertThat(saved()).containsExactly("model-0");
      descent.run(training, 5);
      assertThat(saved()).containsExactly("model-0", "model-2", "model-4");
      training.close();
      assertThat(saved()).containsExactly("model-0", "model-2", "model-4", "model-5");
    }
  }

  @Test
  void savesByTimeToo() {
    Descent descent = Descent.alone();
    try (Saver saver = Saver.of(descent.model, folder.resolve("model"), Retention.last(9));
        TrainingSession training =
            descent
                .chief()
                .hooks(CheckpointSaverHook.of(saver, Cadence.every(Duration.ofNanos(1))))
                .start()) {
      descent.run(training, 2);
      assertThat(saved()).containsExactly("model-0", "model-1", "model-2");
    }
  }
}
