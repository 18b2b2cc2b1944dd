package dev.weir.cluster.server;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import java.io.IOException;

/**
 * A process that is told of hosts by {@code jdk.net.hosts.file}: a task, until its input ends, or a
 * client that runs one step on {@code ps} and {@code worker}.
 */
final class AddressedProcess {
  private AddressedProcess() {}

  public static void main(String[] arguments) throws IOException {
    switch (arguments[0]) {
      case "task" -> serve(arguments[1], arguments[2], Integer.parseInt(arguments[3]));
      case "client" -> connect(arguments[1]);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Listens on a port of the loopback that need not be the described one. */
  private static void serve(String cluster, String job, int port) throws IOException {
    ServerOptions options =
        ServerOptions.builder(new TaskId(job, 0), new FixedMembership(ClusterSpec.parse(cluster)))
            .port(port)
            .build();
    try (Server server = Server.start(options)) {
      System.out.println("serves at " + server.target());
      while (System.in.read() >= 0) {} // until its parent closes the pipe or ends
    }
  }

  private static void connect(String target) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output there = ops.withDevice("/job:ps/task:0").constant(3f);
    Output y = ops.withDevice("/job:worker/task:0").math.square(there);
    try (Session session = Session.connect(target, graph)) {
      System.out.println("result " + session.run(y).getFloat(0));
    }
  }
}
