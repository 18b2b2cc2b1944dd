package dev.weir.cli.cluster;

import dev.weir.records.EventWriter;
import dev.weir.train.Cadence;
import dev.weir.train.Election;
import dev.weir.train.TaskSaver;
import dev.weir.train.TrainingSession;
import dev.weir.train.listener.CheckpointSaver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that trains with a {@link CountingWorker}, and saves twice a second while it is the
 * chief, until the file {@code stop} and its number is in its folder. Then it says how many steps
 * it has made.
 */
public final class CountingTrainer {
  /** Longer than a busy machine keeps a chief from its heartbeats. */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  private static final Cadence SAVES = Cadence.every(Duration.ofMillis(500));

  private CountingTrainer() {}

  /** Trains. Arguments: the target, the number of the worker, and the folder. */
  public static void main(String[] arguments) {
    int index = Integer.parseInt(arguments[1]);
    Path folder = Path.of(arguments[2]);
    CountingWorker worker = new CountingWorker(arguments[0], index, 10);
    Path stop = folder.resolve("stop" + index);
    long steps = 0;
    try (EventWriter events = EventWriter.create(folder.resolve("events" + index));
        TaskSaver saver = worker.saver(folder.resolve("checkpoints"));
        TrainingSession training =
            worker
                .as(Election.byIndex(index, SILENCE))
                .checkpoints(saver)
                .listeners(CheckpointSaver.every(SAVES))
                .start()) {
      System.out.println("trains");
      while (!Files.exists(stop)) {
        worker.run(training, 1);
        events.scalar(++steps, "steps", steps);
      }
    }
    System.out.println("made " + steps + " steps");
  }
}
