package dev.weir.cli.train;

import dev.weir.cli.digits.DigitSet;
import dev.weir.cli.launch.ClusterPlan;
import dev.weir.cli.launch.JavaCommand;
import dev.weir.cli.launch.ProcessGroup;
import dev.weir.cli.launch.Restarts;
import dev.weir.cli.launch.StopOnShutdown;
import dev.weir.cli.launch.Supervisor;
import dev.weir.cli.launch.Supervisor.Outcome;
import dev.weir.cli.launch.Supervisor.Role;
import dev.weir.cli.launch.TaskCommand;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Trains with several processes of this machine: parameter servers, and a {@link
 * DigitsWorkerCommand} for each worker. It is over when the chief is, which saves the last
 * checkpoint.
 */
final class DigitsCluster {
  private static final Duration GRACE = Duration.ofSeconds(15);
  private static final TaskId CHIEF = new TaskId(ClusterPlan.WORKER, 0);

  private final ClusterPlan cluster;
  private final Restarts restarts;
  private final DigitsClusterLog log;
  private final ProcessGroup group;
  private final DigitsTraining.Plan plan;
  private final String source;
  private final Path out;

  /**
   * A cluster that is not started yet.
   *
   * @param source where the digits come from, as {@link DigitsOptions} says it
   * @param out where checkpoints and events go; the training goes on from the last checkpoint
   */
  DigitsCluster(
      ClusterPlan cluster,
      Restarts restarts,
      DigitsTraining.Plan plan,
      String source,
      Path out,
      DigitsClusterLog log) {
    this.cluster = cluster;
    this.restarts = restarts;
    this.log = log;
    this.group = new ProcessGroup(log, GRACE);
    this.plan = plan;
    this.source = source;
    this.out = out;
  }

  /** Its processes, while it runs. */
  ProcessGroup processes() {
    return group;
  }

  /**
   * Starts all processes and returns when all have ended. Told to end by a signal, this process has
   * the workers save and end first.
   */
  Outcome run(DigitSet digits) {
    Path file = out.resolve("digits.part"); // drawing them takes longer than reading them
    digits.write(file);
    try {
      return supervised(file);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted; the training was stopped", e);
    } finally {
      deleted(file);
    }
  }

  private Outcome supervised(Path digits) throws InterruptedException {
    List<String> workers =
        cluster.cluster().tasks(ClusterPlan.WORKER).stream().map(ClusterPlan::name).toList();
    // the chief saves what the servers have, so they end last
    try (StopOnShutdown stop = StopOnShutdown.of(() -> group.stop(workers))) {
      Supervisor supervisor = new Supervisor(group, restarts, log::say);
      for (TaskId task : cluster.cluster().tasks()) {
        if (task.job().equals(ClusterPlan.PS)) {
          supervisor.start(server(task), Role.SERVICE);
        } else {
          supervisor.start(worker(task, digits), task.equals(CHIEF) ? Role.PROGRAM : Role.HELPER);
        }
      }
      return supervisor.run();
    } catch (WeirException e) {
      if (group.isStopped()) {
        return new Outcome(Interruption.EXIT_CODE, Optional.empty(), List.of());
      }
      throw e;
    }
  }

  private TaskCommand server(TaskId task) {
    return command(
        task, share(cluster.names().size()), JavaCommand.serverArguments(task, cluster.cluster()));
  }

  private TaskCommand worker(TaskId task, Path digits) {
    List<String> arguments = new ArrayList<>(List.of("train", "digits-worker"));
    arguments.addAll(List.of("--cluster", cluster.cluster().toString()));
    arguments.addAll(List.of("--task", Integer.toString(task.index())));
    arguments.addAll(List.of("--digits", digits.toString(), "--data", source));
    arguments.addAll(List.of("--out", out.toString()));
    arguments.addAll(List.of("--steps", Integer.toString(plan.steps())));
    arguments.addAll(List.of("--batch", Integer.toString(plan.batch())));
    arguments.addAll(List.of("--rate", Float.toString(plan.rate())));
    arguments.addAll(List.of("--seed", Long.toString(plan.seed())));
    if (plan.checksNumerics()) {
      arguments.add("--check-numerics");
    }
    return command(task, share(cluster.cluster().tasks(ClusterPlan.WORKER).size()), arguments);
  }

  /** Processes whose threads are too many for the cores wait for each other. */
  private static int share(int processes) {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / processes);
  }

  private TaskCommand command(TaskId task, int cores, List<String> arguments) {
    Map<String, String> environment = Map.of("OMP_NUM_THREADS", Integer.toString(cores));
    List<String> words = JavaCommand.weir(cores, arguments);
    return new TaskCommand(ClusterPlan.name(task), words, environment).deafToInterrupts();
  }

  private static void deleted(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw WeirException.ofIo("deleting " + file, e);
    }
  }
}
