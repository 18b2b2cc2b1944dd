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
import dev.weir.cli.launch.TokenFile;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Trains in several processes on this machine: parameter servers, and a {@link DigitsWorkerCommand}
 * for each worker. It ends when a worker succeeds, which happens only after the chief has saved the
 * last checkpoint.
 */
final class DigitsCluster {
  private static final Duration GRACE = Duration.ofSeconds(15);

  private final ClusterPlan cluster;
  private final Restarts restarts;
  private final DigitsClusterLog log;
  private final ProcessGroup group;
  private final DigitsTraining.Plan plan;
  private final String source;
  private final Path out;
  private volatile Optional<Path> tokenFile = Optional.empty();

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

  /** The file with the token that its tasks ask for, while it runs. */
  Optional<Path> tokenFile() {
    return tokenFile;
  }

  /** Its processes, while it runs. */
  ProcessGroup processes() {
    return group;
  }

  /**
   * Starts all processes and returns when all have ended. On a signal, the workers save and end
   * first.
   */
  Outcome run(DigitSet digits) {
    Path file = out.resolve("digits.part"); // drawing them takes longer than reading them
    digits.write(file);
    try (TokenFile token = TokenFile.generate()) {
      tokenFile = Optional.of(token.path());
      return supervised(file, token);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted; the training was stopped", e);
    } finally {
      deleted(file);
    }
  }

  private Outcome supervised(Path digits, TokenFile token) throws InterruptedException {
    List<String> workers =
        cluster.cluster().tasks(ClusterPlan.WORKER).stream().map(ClusterPlan::name).toList();
    // the chief saves what the servers have, so they end last
    try (StopOnShutdown stop = StopOnShutdown.of(() -> stop(workers, token))) {
      Supervisor supervisor = new Supervisor(group, restarts, log::say);
      for (TaskId task : cluster.cluster().tasks()) {
        if (task.job().equals(ClusterPlan.PS)) {
          supervisor.start(server(task, token), Role.SERVICE);
        } else {
          supervisor.start(worker(task, digits, token), Role.PEER);
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

  /** Runs in a shutdown hook: the process may be gone when this returns. */
  private void stop(List<String> workers, TokenFile token) {
    try {
      group.stop(workers);
    } finally {
      token.close();
    }
  }

  private TaskCommand server(TaskId task, TokenFile token) {
    List<String> arguments = new ArrayList<>(JavaCommand.serverArguments(task, cluster.cluster()));
    arguments.addAll(List.of("--allow-dir", out.toString()));
    return command(task, share(cluster.names().size()), arguments, token);
  }

  private TaskCommand worker(TaskId task, Path digits, TokenFile token) {
    List<String> arguments = new ArrayList<>(List.of("train", "digits-worker"));
    arguments.addAll(List.of("--cluster", cluster.cluster().toString()));
    arguments.addAll(List.of("--task", Integer.toString(task.index())));
    arguments.addAll(List.of("--digits-file", digits.toString(), "--data", source));
    arguments.addAll(List.of("--out", out.toString()));
    arguments.addAll(List.of("--steps", Integer.toString(plan.steps())));
    arguments.addAll(List.of("--batch", Integer.toString(plan.batch())));
    arguments.addAll(List.of("--rate", Float.toString(plan.rate())));
    arguments.addAll(List.of("--seed", Long.toString(plan.seed())));
    if (plan.checksNumerics()) {
      arguments.add("--check-numerics");
    }
    int workers = cluster.cluster().tasks(ClusterPlan.WORKER).size();
    return command(task, share(workers), arguments, token);
  }

  /** The cores per process: more threads than cores would wait for each other. */
  private static int share(int processes) {
    return Math.max(1, Runtime.getRuntime().availableProcessors() / processes);
  }

  private TaskCommand command(TaskId task, int cores, List<String> arguments, TokenFile token) {
    Map<String, String> environment = new HashMap<>(token.environment());
    environment.put("OMP_NUM_THREADS", Integer.toString(cores));
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
