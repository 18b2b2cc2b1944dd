package dev.weir.cluster.internal.client;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import java.io.IOException;

/** A task as a process: {@code CLUSTER JOB INDEX}. It ends with its standard input. */
final class TaskMain {
  private TaskMain() {}

  public static void main(String[] args) throws IOException {
    TaskId task = new TaskId(args[1], Integer.parseInt(args[2]));
    FixedMembership membership = new FixedMembership(ClusterSpec.parse(args[0]));
    try (Server server = Server.start(ServerOptions.of(task, membership))) {
      while (System.in.read() >= 0) {
        Thread.onSpinWait(); // nothing is written
      }
    }
  }
}
