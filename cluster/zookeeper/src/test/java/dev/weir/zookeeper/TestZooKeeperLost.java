package dev.weir.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster of processes goes on without ZooKeeper, and finds it again. */
@Timeout(300)
final class TestZooKeeperLost {
  private final List<Process> processes = new ArrayList<>();

  /** Starts a task; what clients connect to. */
  private String start(String cluster, String job, int index) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServedTask.class.getName(),
                cluster,
                job,
                Integer.toString(index))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(process);
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("grpc://")) {
        Thread.ofVirtual().start(() -> lines.lines().forEach(rest -> {})); // a full pipe blocks
        return line;
      }
    }
    throw new IOException(job + " did not start");
  }

  @AfterEach
  void stop() throws Exception {
    for (Process process : processes) {
      process.destroyForcibly();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void tasksGoOnWithoutZooKeeper() throws Exception {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice("/job:ps/task:0");
    Output two = ps.math.add(ps.constant(1f), ps.constant(1f));
    Output four = Ops.create(graph).withDevice("/job:worker/task:0").math.add(two, two);
    try (TestingServer zooKeeper = new TestingServer()) {
      String cluster = "zk://" + zooKeeper.getConnectString() + "/lost?ps=1&worker=1";
      start(cluster, "ps", 0);
      String target = start(cluster, "worker", 0);
      try (Session session = Session.connect(target, graph)) {
        assertThat(session.run(four).getFloat(0)).isEqualTo(4f);

        zooKeeper.stop();

        assertThat(session.run(four).getFloat(0)).isEqualTo(4f);
        assertThat(session.run(two).getFloat(0)).isEqualTo(2f);
      }
      try (Session session = Session.connect(target, graph)) { // addresses are still known
        assertThat(session.run(four).getFloat(0)).isEqualTo(4f);
      }
      zooKeeper.restart();
      try (Session session = Session.connect(target, graph)) {
        assertThat(session.run(four).getFloat(0)).isEqualTo(4f);
      }
    }
  }
}
