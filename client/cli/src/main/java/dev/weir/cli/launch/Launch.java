package dev.weir.cli.launch;

import dev.weir.cli.launch.Supervisor.Outcome;
import dev.weir.cli.launch.Supervisor.Role;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A cluster of processes on this machine, from its start to its end.
 *
 * <p>Parameter servers are Weir's servers. Workers run a program; if none is given they are servers
 * too, and the cluster is there for others to use until it is stopped.
 */
final class Launch {
  /** The command line of a server. */
  @FunctionalInterface
  interface Server {
    /** The program and its arguments for one task. */
    List<String> command(TaskId task, ClusterSpec cluster);
  }

  private final ClusterPlan plan;
  private final Server server;
  private final List<String> program;
  private final Optional<TokenFile> token;
  private final Restarts restarts;
  private final Duration grace;
  private final PrefixedLog log;

  /**
   * A cluster that is not started yet.
   *
   * @param program what workers run, with its arguments; empty if they are servers
   * @param token what tasks ask for; its file is gone when the cluster has ended
   */
  Launch(
      ClusterPlan plan,
      Server server,
      List<String> program,
      Optional<TokenFile> token,
      Restarts restarts,
      Duration grace,
      PrefixedLog log) {
    this.plan = plan;
    this.server = server;
    this.program = List.copyOf(program);
    this.token = token;
    this.restarts = restarts;
    this.grace = grace;
    this.log = log;
  }

  /**
   * Starts the cluster and returns when it has ended, all of it: by itself, or because this process
   * was told to end.
   *
   * @return the exit code
   */
  int run() {
    ProcessGroup group = new ProcessGroup(log, grace);
    try (StopOnShutdown stop = StopOnShutdown.of(() -> stop(group))) {
      Outcome outcome = supervised(group);
      if (!stop.isAsked()) {
        group.stop();
        report(outcome);
      }
      return outcome.code();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WeirException(ErrorCode.CANCELLED, "interrupted; the cluster was stopped", e);
    }
  }

  /** The process may be gone as soon as its shutdown hooks have run: whatever must be done, is. */
  private void stop(ProcessGroup group) {
    try {
      group.stop();
    } finally {
      token.ifPresent(TokenFile::close);
    }
  }

  private Map<String, String> environment() {
    return token.map(TokenFile::environment).orElse(Map.of());
  }

  private Outcome supervised(ProcessGroup group) throws InterruptedException {
    Supervisor supervisor = new Supervisor(group, restarts, log::say);
    try {
      startAll(supervisor);
      if (program.isEmpty()) {
        log.say("cluster " + plan.cluster());
        environment().forEach((name, value) -> log.say("client  needs " + name + "=" + value));
        log.say("target  " + plan.target(new TaskId(ClusterPlan.WORKER, 0)) + "; Ctrl-C stops it");
      }
      return supervisor.run();
    } catch (WeirException e) {
      if (group.isStopped()) {
        return Outcome.STOPPED; // told to end while something was being started
      }
      throw e;
    }
  }

  private void startAll(Supervisor supervisor) {
    for (TaskId task : plan.cluster().tasks()) {
      if (program.isEmpty() || task.job().equals(ClusterPlan.PS)) {
        supervisor.start(command(task, server.command(task, plan.cluster())), Role.SERVICE);
      } else {
        List<String> words = program.stream().map(word -> plan.filledIn(word, task)).toList();
        supervisor.start(command(task, words), Role.PROGRAM);
      }
    }
  }

  private TaskCommand command(TaskId task, List<String> words) {
    Map<String, String> told = new HashMap<>(environment());
    told.putAll(plan.environment(task));
    return new TaskCommand(ClusterPlan.name(task), words, told);
  }

  private void report(Outcome outcome) {
    if (outcome.failed().isEmpty()) {
      return;
    }
    log.say(
        String.format(
            Locale.ROOT,
            "%s failed with exit code %d and everything was stopped; its last lines:",
            outcome.failed().get(),
            outcome.code()));
    outcome.lastLines().forEach(log::say);
  }
}
