package dev.weir.checkpoint;

import static dev.weir.checkpoint.TestCheckpoints.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestCheckpointFolder {
  @TempDir Path folder;

  @Test
  void stateIsTensorFlowsText() throws IOException {
    CheckpointFolder checkpoints = new CheckpointFolder(folder);
    List<CheckpointFolder.Kept> kept =
        List.of(
            new CheckpointFolder.Kept(folder.resolve("model-1"), Instant.ofEpochMilli(1500)),
            new CheckpointFolder.Kept(Path.of("/else/\"é\""), Instant.ofEpochMilli(2500)));
    checkpoints.write(kept, Instant.ofEpochSecond(1));
    assertThat(Files.readString(folder.resolve("checkpoint")))
        .isEqualTo(
            """
            model_checkpoint_path: "/else/\\"é\\""
            all_model_checkpoint_paths: "model-1"
            all_model_checkpoint_paths: "/else/\\"é\\""
            all_model_checkpoint_timestamps: 1.5
            all_model_checkpoint_timestamps: 2.5
            last_preserved_timestamp: 1.0
            """);
    assertThat(checkpoints.kept()).isEqualTo(kept);
    assertThat(checkpoints.lastPreserved()).isEqualTo(Instant.ofEpochSecond(1));
  }

  @Test
  void theLatestIsTheLatestThatIsThere() throws IOException {
    Files.writeString(
        folder.resolve("checkpoint"),
        """
        model_checkpoint_path: "model-2"
        all_model_checkpoint_paths: "model-1"
        """);
    CheckpointFolder checkpoints = new CheckpointFolder(folder);
    assertThat(checkpoints.latest()).isEmpty();
    Checkpoints.save(folder.resolve("model-1"), SampleTensors.numbered(1));
    assertThat(checkpoints.latest()).contains(folder.resolve("model-1"));
    Checkpoints.save(folder.resolve("model-2"), SampleTensors.numbered(2));
    assertThat(checkpoints.latest()).contains(folder.resolve("model-2"));
    assertThat(checkpoints.all())
        .containsExactlyInAnyOrder(folder.resolve("model-1"), folder.resolve("model-2"));
  }

  @Test
  void withoutAStateTheLatestIsTheOneOfTheLastStep() throws IOException {
    Instant copied = Instant.ofEpochSecond(1_000_000);
    for (int step : new int[] {9, 10, 100}) {
      Path prefix = folder.resolve("model-" + step);
      Checkpoints.save(prefix, SampleTensors.numbered(step));
      Files.setLastModifiedTime(
          FileNames.index(prefix), FileTime.from(copied.minusSeconds(step))); // in another order
    }
    Checkpoints.save(folder.resolve("export"), SampleTensors.numbered(1));
    assertThat(new CheckpointFolder(folder).all())
        .extracting(prefix -> String.valueOf(prefix.getFileName()))
        .containsExactly("export", "model-9", "model-10", "model-100");
  }

  @Test
  void aDamagedStateSaysWhatToDo() throws IOException {
    assertThat(new CheckpointFolder(folder).kept()).isEmpty();
    Files.writeString(folder.resolve("checkpoint"), "model_checkpoint_path: \"mod");
    assertFails(
        () -> new CheckpointFolder(folder).latest(), ErrorCode.DATA_LOSS, "delete it to have");
  }
}
