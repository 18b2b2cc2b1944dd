package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tasks behind service names, as in Kubernetes: to a task its own name is an address that no
 * interface of its machine has; to others it leads there. Each process has a hosts file of its own.
 */
@Timeout(90)
final class TestServiceNames {
  private static final String PS = "ps-0.ps.jobs.svc";
  private static final String WORKER = "worker-0.worker.jobs.svc";
  private static final String NO_INTERFACE = "198.51.100.7"; // of a block for documentation

  @TempDir private Path folder;

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : processes) {
      process.destroyForcibly();
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void tasksAreFoundByNamesThatNoInterfaceHas() throws Exception {
    int[] ports = freePorts();
    String cluster = "ps=" + PS + ":" + ports[0] + ";worker=" + WORKER + ":" + ports[1];
    BufferedReader ps =
        start(hosts("ps", NO_INTERFACE, "127.0.0.1"), "task", cluster, "ps", ports[0]);
    BufferedReader worker =
        start(hosts("worker", "127.0.0.1", NO_INTERFACE), "task", cluster, "worker", ports[1]);
    assertThat(awaitLine(ps, "is described at"))
        .contains(PS + ":" + ports[0] + " and listens on 127.0.0.1 only");
    assertThat(awaitLine(ps, "serves at")).endsWith("serves at grpc://" + PS + ":" + ports[0]);
    String target = "grpc://" + WORKER + ":" + ports[1];
    assertThat(awaitLine(worker, "serves at")).endsWith(target);
    BufferedReader client =
        start(hosts("client", "127.0.0.1", "127.0.0.1"), "client", target, "", 0);
    assertThat(awaitLine(client, "result")).isEqualTo("result 9.0");
  }

  private Path hosts(String name, String ps, String worker) throws IOException {
    return Files.writeString(
        folder.resolve(name),
        "127.0.0.1 localhost\n" + ps + " " + PS + "\n" + worker + " " + WORKER + "\n");
  }

  private BufferedReader start(Path hosts, String kind, String where, String job, int port)
      throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "--add-modules=jdk.incubator.vector",
                "--enable-native-access=ALL-UNNAMED",
                "-Djdk.net.hosts.file=" + hosts,
                "-cp",
                System.getProperty("java.class.path"),
                AddressedProcess.class.getName(),
                kind,
                where,
                job,
                Integer.toString(port))
            .redirectErrorStream(true)
            .start();
    processes.add(process);
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  private static String awaitLine(BufferedReader lines, String part) throws IOException {
    List<String> seen = new ArrayList<>();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains(part)) {
        return line;
      }
      seen.add(line);
    }
    throw new AssertionError("no line with \"" + part + "\" in " + String.join("\n", seen));
  }

  private static int[] freePorts() {
    LoopbackPorts ports = LoopbackPorts.ofProcess();
    return new int[] {ports.next(), ports.next()};
  }
}
