package dev.weir.checkpoint;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A process to be killed: it saves checkpoints again and again, one always under the same name and
 * one under a new name each time, and says on stdout what is saved.
 */
final class SavingLoop {
  private SavingLoop() {}

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    CheckpointFolder state = new CheckpointFolder(folder);
    List<CheckpointFolder.Kept> kept = new ArrayList<>(state.kept());
    for (int i = Integer.parseInt(arguments[1]); ; i++) {
      Checkpoints.save(folder.resolve("same"), SampleTensors.numbered(i));
      Path prefix = folder.resolve("model-" + i);
      Checkpoints.save(prefix, SampleTensors.numbered(i));
      kept.add(new CheckpointFolder.Kept(prefix, Instant.now()));
      state.write(kept, Instant.EPOCH);
      while (kept.size() > 2) {
        Checkpoints.delete(kept.removeFirst().prefix());
      }
      System.out.println(i);
      System.out.flush();
    }
  }
}
