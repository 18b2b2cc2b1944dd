package dev.weir.bench.cluster;

import dev.weir.conformance.peer.ClusterAddresses;
import dev.weir.conformance.peer.JavaProcess;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.ClusterOptions;
import dev.weir.runtime.Credentials;
import dev.weir.runtime.Session;
import dev.weir.tensor.Tensor;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Weir's servers, as {@code weir server} starts them, and its own client. */
public final class WeirUnderTest implements ClusterUnderTest {
  private static final Duration LONGEST_START = Duration.ofMinutes(1);
  private static final String MAIN = "dev.weir.cli.Main";

  /** The last that a task says when it starts. */
  private static final String READY = "health and metrics at ";

  private final ClusterAddresses addresses;
  private final Transport transport;
  private final @Nullable LoopbackCertificates certificates;
  private final List<JavaProcess> processes = new ArrayList<>();
  private @Nullable CompilerTimes compilers;

  private WeirUnderTest(ClusterAddresses addresses, Transport transport) {
    this.addresses = addresses;
    this.transport = transport;
    this.certificates = transport.isSecure() ? new LoopbackCertificates() : null;
  }

  /** Starts so many tasks with the default transport and waits until all serve. */
  public static WeirUnderTest start(int ps, int workers) {
    return start(ps, workers, Transport.DEFAULT);
  }

  /** Starts so many tasks that reach each other in this way and waits until all serve. */
  public static WeirUnderTest start(int ps, int workers, Transport transport) {
    WeirUnderTest cluster = new WeirUnderTest(ClusterAddresses.find(ps, workers), transport);
    try {
      for (ClusterAddresses.Task task : cluster.addresses.tasks()) {
        cluster.processes.add(cluster.start(task));
      }
      List<URI> told = cluster.processes.stream().map(WeirUnderTest::awaitMetrics).toList();
      cluster.compilers = new CompilerTimes(told);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private static URI awaitMetrics(JavaProcess process) {
    return URI.create(process.awaitReady(LONGEST_START).substring(READY.length()));
  }

  private JavaProcess start(ClusterAddresses.Task task) {
    List<String> command =
        new ArrayList<>(
            List.of(
                MAIN,
                "server",
                "--job",
                task.job(),
                "--task",
                Integer.toString(task.index()),
                "--cluster",
                addresses.text(),
                "--http-port",
                "0"));
    command.addAll(transport.options());
    if (certificates != null) {
      command.addAll(certificates.options());
    }
    return JavaProcess.start(
        "Weir's " + task,
        List.of(
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-Xlog:disable",
            "-Xmx512m",
            "-Dweir.parent=" + ProcessHandle.current().pid()),
        command,
        READY);
  }

  /** The processes of its tasks. */
  public List<Long> pids() {
    return processes.stream().map(JavaProcess::pid).toList();
  }

  /** Where its tasks listen, in the order of {@link #pids}. */
  public List<String> taskAddresses() {
    return addresses.tasks().stream()
        .map(task -> addresses.address(task.job(), task.index()))
        .toList();
  }

  @Override
  public ClientSession connect(int worker, byte[] graphDef) {
    Graph graph = GraphDefs.fromBinary(graphDef);
    String target = "grpc://" + addresses.address("worker", worker);
    Credentials credentials = certificates == null ? Credentials.NONE : certificates.credentials();
    ClusterOptions options = ClusterOptions.builder().credentials(credentials).build();
    return new Client(Session.connect(target, graph, options));
  }

  @Override
  public long compilationNanos() {
    return compilers == null ? 0 : compilers.nanos();
  }

  @Override
  public void close() {
    if (compilers != null) {
      compilers.close();
    }
    processes.forEach(JavaProcess::close);
    if (certificates != null) {
      certificates.close();
    }
  }

  private record Client(Session session) implements ClientSession {
    @Override
    public Step prepare(String target) {
      Node node = session.graph().get(target);
      return () -> session.runner().addTarget(node).run();
    }

    @Override
    public Tensor fetch(String endpoint) {
      return session.run(endpoint);
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
