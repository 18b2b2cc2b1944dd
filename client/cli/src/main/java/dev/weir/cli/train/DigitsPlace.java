package dev.weir.cli.train;

import dev.weir.checkpoint.Retention;
import dev.weir.error.WeirException;
import dev.weir.train.DeviceSetter;
import dev.weir.train.Election;
import dev.weir.train.Model;
import dev.weir.train.ModelSaver;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.Saver;
import dev.weir.train.TaskSaver;
import dev.weir.train.TrainingTarget;
import dev.weir.train.listener.CheckpointSaver;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where digits are trained: alone in this process, or as one of several workers whose variables are
 * on parameter servers.
 *
 * @param task the number of the worker; worker 0 is the chief at first
 * @param workers how many workers there are
 * @param servers how many parameter servers there are; 0 if this process trains alone
 */
record DigitsPlace(int task, int workers, int servers) {
  /** This process, with variables of its own. */
  static final DigitsPlace ALONE = new DigitsPlace(0, 1, 0);

  /** How long the chief sends no heartbeat before worker 1 takes over. */
  private static final Duration CHIEF_TIMEOUT = Duration.ofSeconds(5);

  /** How many checkpoints workers save: a lost server costs at most one part of so many. */
  private static final int SAVES = 20;

  DigitsPlace {
    if (task < 0 || task >= workers || servers < 0) {
      throw WeirException.invalidArgument(
          "worker %d of %d with %d parameter servers: workers are numbered from 0",
          task, workers, servers);
    }
  }

  /** One of several workers. */
  static DigitsPlace worker(int task, int workers, int servers) {
    if (servers < 1) {
      throw WeirException.invalidArgument(
          "worker %d of %d needs at least one parameter server, got %d", task, workers, servers);
    }
    return new DigitsPlace(task, workers, servers);
  }

  boolean isAlone() {
    return servers == 0;
  }

  /** Where the variables go. */
  DeviceSetter devices() {
    return isAlone()
        ? DeviceSetter.none()
        : ReplicaDeviceSetter.of(servers, "/job:worker/task:" + task).bySize();
  }

  /** The part of this process in a training at a target. */
  TrainingTarget part(TrainingTarget target) {
    return isAlone()
        ? target
        : target.electing(Election.byIndex(task, CHIEF_TIMEOUT)).withWorkers(workers);
  }

  /** The seed of this worker's batches. */
  long seed(long common) {
    return common + task;
  }

  /** Where the events of this process go. */
  Path events(Path folder) {
    Path events = folder.resolve("events");
    return isAlone() ? events : events.resolve("worker-" + task);
  }

  /** Checkpoints written by this process, or by the servers that have the variables. */
  ModelSaver saver(Model model, Path path) {
    return isAlone()
        ? Saver.of(model, path, Retention.last(2))
        : TaskSaver.of(model, path, Retention.last(3));
  }

  /** When checkpoints are saved. */
  CheckpointSaver saves(int steps) {
    return isAlone()
        ? CheckpointSaver.everyEpoch().inBackground()
        : CheckpointSaver.everySteps(Math.max(1, steps / SAVES));
  }
}
