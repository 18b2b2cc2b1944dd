package dev.weir.conformance.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.grpc.GrpcNetwork;
import dev.weir.cluster.internal.grpc.GrpcOptions;
import dev.weir.cluster.internal.wire.DeviceInfo;
import dev.weir.cluster.internal.wire.DeviceList;
import dev.weir.cluster.server.Server;
import dev.weir.conformance.ForkedClient;
import dev.weir.conformance.TensorFlowDevice;
import dev.weir.error.ErrorCode;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sessions as a whole: callables, devices, what is left after the end, containers that are reset.
 */
@Timeout(60)
@ExtendWith(Clusters.Shared.class)
final class TestSessions {
  private static final String[] DEVICES = {
    "/job:ps/replica:0/task:0/device:CPU:0", "/job:worker/replica:0/task:0/device:CPU:0"
  };

  static Stream<Setting> tensorFlowClients() {
    return Setting.all().stream().filter(setting -> setting.client() == Maker.TENSORFLOW);
  }

  static Stream<Setting> weirClients() {
    return Setting.all().stream().filter(setting -> setting.client() == Maker.WEIR);
  }

  @ParameterizedTest
  @MethodSource("tensorFlowClients")
  void callableRunsByItsNumber(Setting setting, Clusters clusters) {
    Tasks tasks = Tasks.empty();
    Output a = tasks.worker().withName("a").placeholder(DType.FLOAT32);
    Output text = tasks.ps().withName("text").placeholder(DType.STRING);
    tasks.ps().withName("negative").math.neg(a);
    tasks.worker().withName("same").control.identity(text);
    try (ForkedClient client = connect(setting, clusters, tasks.graph())) {
      ForkedClient.Callable callable =
          client.callable(List.of("a", "text"), List.of("same", "negative"), List.of());
      for (float value = 0; value < 3; value++) {
        List<Tensor> got = callable.run(List.of(Tensors.vector(value, 7), Tensors.scalar("t")));
        assertThat(got.get(0).getString(0)).isEqualTo("t");
        assertThat(Tasks.floats(got.get(1))).containsExactly(-value, -7);
      }
      ForkedClient.Callable other = client.callable(List.of("a"), List.of("negative"), List.of());
      callable.close();
      assertThat(other.run(List.of(Tensors.scalar(5f))).getFirst().getFloat(0)).isEqualTo(-5);
      other.close();
    }
  }

  @ParameterizedTest
  @MethodSource("tensorFlowClients")
  void devicesOfAllTasksAreListed(Setting setting, Clusters clusters) {
    try (ForkedClient client = connect(setting, clusters, variable().graph())) {
      client.tellGraph();
      assertThat(client.devices())
          .extracting(TensorFlowDevice::name)
          .containsExactlyInAnyOrder(DEVICES);
      assertThat(client.devices())
          .allMatch(device -> device.type().equals("CPU"))
          .noneMatch(device -> device.incarnation() == 0);
    }
  }

  @ParameterizedTest
  @MethodSource("weirClients")
  void mastersListDevicesInTheSameWay(Setting setting, Clusters clusters) {
    Duration limit = Duration.ofSeconds(20);
    try (GrpcNetwork network = new GrpcNetwork(GrpcOptions.DEFAULT)) {
      Talk talk = new Talk(network.master(clusters.of(setting).address(setting.master())));
      String session = talk.open(variable().graph());
      DeviceList ofSession = Talk.answer(talk.master().listDevices(session, limit));
      assertThat(ofSession.local())
          .as("all, of a session")
          .extracting(DeviceInfo::name)
          .containsExactlyInAnyOrder(DEVICES);
      assertThat(ofSession.remote()).isEmpty();
      DeviceList all = Talk.answer(talk.master().listDevices("", limit));
      assertThat(Stream.concat(all.local().stream(), all.remote().stream()))
          .extracting(DeviceInfo::name)
          .containsExactlyInAnyOrder(DEVICES);
      assertThat(all.local())
          .extracting(DeviceInfo::name)
          .containsExactly("/job:" + setting.master() + "/replica:0/task:0/device:CPU:0");
      talk.close(session);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void closedSessionsLeaveNothingOnWeirsTasks(Setting setting, Clusters clusters) {
    List<Server> servers = clusters.of(setting).servers();
    int graphs = servers.stream().mapToInt(server -> server.worker().registeredGraphs()).sum();
    try (Client client = clusters.connect(setting, variable().graph())) {
      client.target("init");
      assertThat(client.fetch("value").getFloat(0)).isEqualTo(7);
    }
    assertThat(servers)
        .allMatch(server -> server.worker().runningSteps() == 0)
        .extracting(server -> server.worker().registeredGraphs())
        .satisfies(
            left ->
                assertThat(left.stream().mapToInt(Integer::intValue).sum())
                    .isLessThanOrEqualTo(graphs));
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void resetDropsVariables(Setting setting, Clusters clusters) {
    Graph graph = variable().graph();
    try (Client before = clusters.connect(setting, graph)) {
      before.target("init");
      assertThat(before.fetch("value").getFloat(0)).isEqualTo(7);
      reset(setting, clusters, "another");
      assertThat(Client.refusal(() -> before.fetch("value")))
          .as("all sessions of the master end")
          .isEqualTo(ErrorCode.ABORTED);
    }
    try (Client after = clusters.connect(setting, graph)) {
      assertThat(after.fetch("value").getFloat(0)).as("not in that container").isEqualTo(7);
    }
    reset(setting, clusters, "box");
    try (Client after = clusters.connect(setting, graph)) {
      assertThat(Client.refusal(() -> after.fetch("value")))
          .isEqualTo(ErrorCode.FAILED_PRECONDITION);
    }
  }

  private static void reset(Setting setting, Clusters clusters, String container) {
    if (setting.client() == Maker.TENSORFLOW) {
      ForkedClient.reset(clusters.target(setting), container);
    } else {
      try (Session session = Session.connect(clusters.target(setting), new Graph())) {
        session.reset(container);
      }
    }
  }

  private static ForkedClient connect(Setting setting, Clusters clusters, Graph graph) {
    return ForkedClient.connect(clusters.target(setting), GraphDefs.toBinary(graph));
  }

  /** A variable on the ps, in a container of its own. */
  private static Tasks variable() {
    Tasks tasks = Tasks.empty();
    Output handle =
        tasks
            .ps()
            .withName("handle")
            .state
            .varHandleOp(DType.FLOAT32, Shape.scalar(), "box", "kept");
    tasks.ps().withName("init").state.assignVariableOp(handle, tasks.ps().constant(7f));
    tasks.ps().withName("value").state.readVariableOp(handle, DType.FLOAT32);
    return tasks;
  }
}
