package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cluster.CapturedLog;
import dev.weir.cluster.ClusterSpec;
import dev.weir.cluster.FixedMembership;
import dev.weir.cluster.TaskId;
import dev.weir.cluster.internal.check.ClusterCheck;
import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.grpc.GrpcProbe;
import dev.weir.cluster.internal.grpc.Security;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A task binds one address and is found at another; real servers in this process. */
@Timeout(60)
final class TestTaskAddresses {
  private static final TaskId PS = new TaskId("ps", 0);
  private static final TaskId WORKER = new TaskId("worker", 0);

  @ParameterizedTest
  @CsvSource({
    "localhost, ''",
    "LOCALHOST, ''",
    "127.0.0.1, ''",
    "0.0.0.0, ''",
    "[::1], ''",
    "[::], ''",
    "localhost, localhost",
    "localhost, 127.0.0.1",
    "localhost, 0.0.0.0",
    "localhost, ::",
    "127.0.0.1, 0.0.0.0",
    "127.0.0.1, ::",
    "0.0.0.0, 0.0.0.0",
    "[::1], ::1",
    "[::1], [::1]",
    "[::1], ::",
    "[::], ::",
  })
  void stepsRunOnTasksDescribedInAnyForm(String host, String bind) throws IOException {
    ClusterSpec spec = onFreePorts(host);
    Consumer<ServerOptions.Builder> changes =
        options -> {
          if (!bind.isEmpty()) {
            options.host(bind);
          }
        };
    if ((host + bind).contains(":") && !hasIpv6()) {
      assertThatThrownBy(() -> start(spec, PS, changes))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("cannot listen");
      return;
    }
    try (CapturedLog log = new CapturedLog();
        Server ps = start(spec, PS, changes);
        Server worker = start(spec, WORKER, changes)) {
      assertThat(ps.address()).isEqualTo(spec.address(PS));
      assertThat(worker.target()).isEqualTo("grpc://" + spec.address(WORKER));
      assertRunsOnBoth(worker.target());
      assertIsWell(spec);
      boolean isTold = bind.isEmpty() && List.of("0.0.0.0", "[::]").contains(host);
      assertThat(log.lines()).filteredOn(line -> line.contains("--bind")).hasSize(isTold ? 2 : 0);
    }
  }

  @Test
  void portMayDifferFromTheDescribedOne() throws IOException {
    ClusterSpec described = ClusterSpec.parse("ps=ps.weir.invalid:2222");
    ServerOptions.Builder options =
        ServerOptions.builder(PS, new FixedMembership(described)).port(0);
    try (CapturedLog log = new CapturedLog();
        Server ps = Server.start(options.build())) {
      assertThat(ps.address()).isEqualTo("ps.weir.invalid:2222");
      assertThat(linesAbout(log, described))
          .containsExactly(
              "/job:ps/replica:0/task:0 is described at ps.weir.invalid:2222 and listens on"
                  + " 127.0.0.1 only, where other machines cannot reach it; --bind 0.0.0.0 listens"
                  + " on all interfaces");
    }
    try (CapturedLog log = new CapturedLog();
        Server ps = Server.start(options.host("0.0.0.0").build())) {
      assertThat(ps.address()).isEqualTo("ps.weir.invalid:2222");
      assertThat(linesAbout(log, described)).isEmpty();
    }
  }

  private static List<String> linesAbout(CapturedLog log, ClusterSpec described) {
    return log.lines().stream().filter(line -> line.contains(described.address(PS))).toList();
  }

  @Test
  void describedTaskAdvertisesNothingElse() throws IOException {
    ClusterSpec spec = onFreePorts("localhost");
    assertThatThrownBy(() -> start(spec, PS, advertising("other:2222")))
        .hasMessageContaining(" is described at " + spec.address(PS))
        .hasMessageContaining("cannot advertise other:2222");
    try (Server ps = start(spec, PS, advertising("localhost"))) {
      assertThat(ps.address()).isEqualTo(spec.address(PS));
    }
  }

  @Test
  void addressOfAnotherMachineCannotBeBound() throws IOException {
    ClusterSpec spec = onFreePorts("localhost");
    assertThatThrownBy(() -> start(spec, PS, options -> options.host("198.51.100.7")))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("198.51.100.7")
        .hasMessageContaining("cannot listen");
    assertThatThrownBy(() -> start(spec, PS, options -> options.host("no.weir.invalid")))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("this machine has no address no.weir.invalid to listen on");
  }

  private static Consumer<ServerOptions.Builder> advertising(String address) {
    return options -> options.advertise(address);
  }

  private static Server start(
      ClusterSpec spec, TaskId task, Consumer<ServerOptions.Builder> changes) {
    ServerOptions.Builder options = ServerOptions.builder(task, new FixedMembership(spec));
    changes.accept(options);
    return Server.start(options.build());
  }

  private static void assertRunsOnBoth(String target) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output there = ops.withDevice("/job:ps/task:0").constant(3f);
    Output y = ops.withDevice("/job:worker/task:0").math.square(there);
    try (Session session = Session.connect(target, graph)) {
      assertThat(session.run(y).getFloat(0)).isEqualTo(9);
    }
  }

  private static void assertIsWell(ClusterSpec spec) {
    try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
      assertThat(
              new ClusterCheck(
                      GrpcProbe.afterSocket(network, Security.NONE), Duration.ofSeconds(10))
                  .check(new FixedMembership(spec))
                  .isGood())
          .isTrue();
    }
  }

  private static boolean hasIpv6() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static ClusterSpec onFreePorts(String host) {
    LoopbackPorts ports = LoopbackPorts.ofProcess();
    return ClusterSpec.builder()
        .task(PS, host + ":" + ports.next())
        .task(WORKER, host + ":" + ports.next())
        .build();
  }
}
