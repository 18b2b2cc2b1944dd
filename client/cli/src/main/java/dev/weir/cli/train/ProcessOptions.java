package dev.weir.cli.train;

import dev.weir.cli.launch.ClusterPlan;
import dev.weir.cli.launch.Restarts;
import dev.weir.error.WeirException;
import picocli.CommandLine.Option;

/** The options of a training that several processes share. */
final class ProcessOptions {
  @Option(
      names = "--ps",
      paramLabel = "N",
      description = "Train in several processes: so many that keep the variables.")
  int servers;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "And so many that compute, each with its part of the digits.")
  int workers;

  @Option(
      names = "--restart",
      paramLabel = "N",
      description = "Start a process that dies again, up to N times (default: ${DEFAULT-VALUE}).")
  int restart = 3;

  /** Rejects invalid combinations. */
  void check() {
    if (servers < 0 || workers < 0 || restart < 0) {
      throw WeirException.invalidArgument(
          "--ps, --workers and --restart must not be negative; got %d, %d and %d",
          servers, workers, restart);
    }
  }

  /** Whether several processes train. */
  boolean areWanted() {
    return servers > 0 || workers > 0;
  }

  /** A cluster on this machine, with at least one task of each job. */
  ClusterPlan cluster() {
    return ClusterPlan.onLoopback(Math.max(1, servers), Math.max(1, workers));
  }

  Restarts restarts() {
    return Restarts.atMost(restart);
  }
}
