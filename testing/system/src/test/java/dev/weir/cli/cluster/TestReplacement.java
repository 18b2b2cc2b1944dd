package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.PS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.cli.Main;
import dev.weir.cluster.HostPort;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A row of docs/failures.md: a process is stopped for so long that another one takes its place. */
@Tag("cluster")
@Timeout(300)
final class TestReplacement {
  /** Long enough that only the replaced task loses its lease. */
  private static final int LEASE_SECONDS = 20;

  /** What ZooKeeper counts in; a lease is at most twenty of them. */
  private static final int TICK_MILLIS = 1_000;

  /** The steps that run come to their end first, of which there are none. */
  private static final Duration END = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private final Graph graph = new Graph();
  private final Ops ps = Ops.create(graph).withDevice(PS.name());
  private final Output sum = ps.math.add(ps.constant(1f), ps.constant(2f));

  private static String start(ProcessCluster processes, String name, String cluster) {
    processes.startJava(
        name, Main.class, "server", "--job", "ps", "--task", "0", "--cluster", cluster);
    String line = processes.awaitLine(name, each -> each.contains(" serves at grpc://"));
    return line.substring(line.indexOf("grpc://")).strip();
  }

  private float sum(Session session) {
    return session.run(sum).getFloat(0);
  }

  @Test
  void aProcessThatWasReplacedEnds() throws Exception {
    String address = "127.0.0.1:" + Ports.next();
    ZooKeeperServer zooKeeper = new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MILLIS);
    ServerCnxnFactory connections =
        ServerCnxnFactory.createFactory(HostPort.parse(address).port(), 100);
    connections.startup(zooKeeper);
    try (ProcessCluster processes = new ProcessCluster(Ports.of(PS))) {
      String cluster = "zk://" + address + "/replaced?ps=1&lease-seconds=" + LEASE_SECONDS;
      String first = start(processes, "first", cluster);
      try (Session session = Session.connect(first, graph)) {
        assertThat(sum(session)).isEqualTo(3f);

        processes.signal("first", "STOP");
        // the lease runs out, without the time that it takes
        zooKeeper.getZKDatabase().getSessions().forEach(zooKeeper::closeSession);
        String second = start(processes, "second", cluster);
        processes.signal("first", "CONT");

        assertThat(processes.awaitExit("first", END)).isEqualTo(1);
        processes.awaitLine(
            "first",
            line ->
                line.contains("has lost its lease: another one runs at")
                    && line.contains(second.substring("grpc://".length())));
        WeirException error = catchThrowableOfType(WeirException.class, () -> sum(session));
        assertThat(error.code()).isEqualTo(ErrorCode.UNAVAILABLE);
        try (Session other = Session.connect(second, graph)) {
          assertThat(sum(other)).isEqualTo(3f);
        }
      }
    } finally {
      connections.shutdown();
    }
  }
}
