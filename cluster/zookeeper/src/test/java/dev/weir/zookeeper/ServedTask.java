package dev.weir.zookeeper;

import dev.weir.cluster.Membership;
import dev.weir.cluster.Memberships;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.server.Server;
import dev.weir.cluster.server.ServerOptions;
import java.io.IOException;
import java.time.Duration;

/** A task as a process, until its input ends: {@code CLUSTER JOB INDEX}. */
final class ServedTask {
  private ServedTask() {}

  public static void main(String[] arguments) throws IOException {
    TaskId task = new TaskId(arguments[1], Integer.parseInt(arguments[2]));
    try (Membership membership = Memberships.open(arguments[0], Duration.ofSeconds(20));
        Server server = Server.start(ServerOptions.builder(task, membership).port(0).build())) {
      System.out.println(server.target());
      while (System.in.read() >= 0) {} // until its parent closes the pipe or ends
    }
  }
}
