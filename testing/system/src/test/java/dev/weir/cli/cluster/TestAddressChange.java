package dev.weir.cli.cluster;

import static dev.weir.cli.cluster.ProcessCluster.CHIEF;
import static dev.weir.cli.cluster.ProcessCluster.PS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.HostPort;
import dev.weir.cluster.TaskId;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A row of docs/failures.md: a task is described by a name, which leads to another address. */
@Tag("cluster")
@EnabledOnOs(OS.LINUX) // all of 127.0.0.0/8 is the loopback
@Timeout(300)
final class TestAddressChange {
  /** Both resolve the name again after a second; a loaded machine may take its time for it. */
  private static final Duration FOUND = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  void addressBehindANameChanges() throws Exception {
    Path hosts = folder.resolve("hosts");
    Files.writeString(hosts, "127.0.0.1 ps.weir.test\n");
    ClusterSpec ports = Ports.of(PS, CHIEF);
    int port = HostPort.parse(ports.address(PS)).port();
    ClusterSpec named =
        ClusterSpec.builder()
            .task(PS, "ps.weir.test:" + port)
            .task(CHIEF, ports.address(CHIEF))
            .build();
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS.name());
    Output y = ps.math.add(ps.constant(1f), ps.constant(2f));
    try (ProcessCluster cluster = new ProcessCluster(ports, "--start-timeout-seconds", "120")) {
      for (TaskId task : List.of(PS, CHIEF)) {
        cluster.tell(task, named);
        cluster.giveJvm(
            task,
            "-Djdk.net.hosts.file=" + hosts,
            "-Dsun.net.inetaddr.ttl=1", // of the JVM
            "-Dnetworkaddress.cache.ttl=1"); // of gRPC
      }
      cluster.start(PS, CHIEF);
      assertThat(value(cluster, graph, y)).isEqualTo(3f);

      cluster.kill(PS);
      Files.writeString(hosts, "127.0.0.3 ps.weir.test\n");
      cluster.give(PS, "--bind", "127.0.0.3");
      cluster.start(PS);

      long begun = System.nanoTime();
      assertThat(value(cluster, graph, y)).isEqualTo(3f);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(FOUND);
    }
  }

  private static float value(ProcessCluster cluster, Graph graph, Output y) {
    try (Session session = Session.connect(cluster.target(CHIEF), graph)) {
      return session.run(y).getFloat(0);
    }
  }
}
