package dev.weir.cli.cluster;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.LoopbackPorts;

/** Ports for the servers that tests start, see {@link LoopbackPorts}. */
public final class Ports {
  private Ports() {}

  /** A port that is free on all addresses and stays reserved for the caller. */
  public static int next() {
    return LoopbackPorts.ofProcess().next();
  }

  /** A cluster on the loopback. */
  public static ClusterSpec of(TaskId... tasks) {
    ClusterSpec.Builder spec = ClusterSpec.builder();
    for (TaskId task : tasks) {
      spec.task(task, "127.0.0.1:" + next());
    }
    return spec.build();
  }
}
