package dev.weir.train.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.weir.checkpoint.CheckpointFolder;
import dev.weir.checkpoint.Retention;
import dev.weir.train.Descent;
import dev.weir.train.Saver;
import dev.weir.train.TrainingSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestCheckpointSaver {
  @TempDir private Path folder;

  private List<String> saved() {
    return saved(folder);
  }

  private static List<String> saved(Path folder) {
    return new CheckpointFolder(folder)
        .all().stream().map(prefix -> String.valueOf(prefix.getFileName())).sorted().toList();
  }

  @Test
  void savesAtTheBeginningEverySoOftenAndAtTheEnd() {
    Descent descent = Descent.alone();
    try (Saver saver = Saver.of(descent.model, folder.resolve("model"), Retention.last(9));
        TrainingSession training =
            descent.chief().checkpoints(saver).listeners(CheckpointSaver.everySteps(2)).start()) {
      assertThat(saved()).containsExactly("model-0");
      descent.run(training, 5);
      assertThat(saved()).containsExactly("model-0", "model-2", "model-4");
      training.close();
      assertThat(saved()).containsExactly("model-0", "model-2", "model-4", "model-5");
    }
  }

  @Test
  void trainingGoesOnWhileThereIsNoRoomToSave() throws IOException {
    Descent descent = Descent.alone();
    Configuration small = Configuration.unix().toBuilder().setMaxSize(1 << 20).build();
    try (FileSystem disk = Jimfs.newFileSystem(small)) {
      Path place = Files.createDirectory(disk.getPath("/checkpoints"));
      Path ballast = disk.getPath("/ballast");
      try (Saver saver = Saver.of(descent.model, place.resolve("model"), Retention.last(9))) {
        TrainingSession training =
            descent.chief().checkpoints(saver).listeners(CheckpointSaver.everySteps(2)).start();
        fill(ballast);
        descent.run(training, 3);
        assertThat(saved(place)).containsExactly("model-0");
        Files.delete(ballast);
        descent.run(training, 1);
        assertThat(saved(place)).containsExactly("model-0", "model-4");
        descent.run(training, 1);
        fill(ballast);
        assertThatThrownBy(training::close).hasMessageContaining("the disk is full");
      }
    }
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[1 << 10];
    try (OutputStream out = Files.newOutputStream(file)) {
      assertThatThrownBy(
              () -> {
                while (true) {
                  out.write(block);
                }
              })
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void savesByTimeToo() {
    Descent descent = Descent.alone();
    try (Saver saver = Saver.of(descent.model, folder.resolve("model"), Retention.last(9));
        TrainingSession training =
            descent
                .chief()
                .checkpoints(saver)
                .listeners(CheckpointSaver.every(Duration.ofNanos(1)))
                .start()) {
      descent.run(training, 2);
      assertThat(saved()).containsExactly("model-0", "model-1", "model-2");
    }
  }
}
