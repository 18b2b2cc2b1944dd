package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.conformance.peer.TensorFlowCluster;
import dev.weir.error.ErrorCode;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The real TensorFlow on both ends: its client drives a ps and a worker of its own. What holds here
 * must hold with Weir on either end.
 */
@Timeout(120)
final class TestTensorFlowPeer {
  private static final String PS = "/job:ps/task:0";
  private static final String WORKER = "/job:worker/task:0";

  private static TensorFlowCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = TensorFlowCluster.start(1, 1);
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void resourceVariableIsReadScaledAndUpdated() {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS);
    Output handle = ps.withName("weights").state.varHandleOp(DType.FLOAT32, Shape.of(2));
    ps.withName("init").state.assignVariableOp(handle, ps.constant(new float[] {1, 2}));
    Output value = ps.withName("value").state.readVariableOp(handle, DType.FLOAT32);
    Output scaled = scaled(graph, value);
    ps.withName("update").state.assignAddVariableOp(handle, scaled);
    byte[] graphDef = GraphDefs.toBinary(graph);
    try (ForkedClient client = connect(graphDef);
        ForkedClient other = ForkedClient.connect(cluster.target("ps", 0), graphDef)) {
      target(client, "init");
      target(client, "update");
      target(client, "update");
      assertThat(floats(fetch(client, "value"))).containsExactly(121, 242);
      assertThat(floats(fetch(other, "value")))
          .as("through another master")
          .containsExactly(121, 242);
    }
  }

  @Test
  void referenceVariableIsReadScaledAndUpdated() {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS);
    Output variable =
        ps.withName("biases")
            .op("VariableV2")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", Shape.of(2))
            .build()
            .output(0);
    ps.withName("init").op("Assign").input(variable).input(ps.constant(new float[] {1, 2})).build();
    Output value = ps.withName("value").control.identity(variable);
    Output scaled = scaled(graph, value);
    ps.withName("update").op("AssignAdd").input(variable).input(scaled).build();
    try (ForkedClient client = connect(GraphDefs.toBinary(graph))) {
      target(client, "init");
      target(client, "update");
      target(client, "update");
      assertThat(floats(fetch(client, "value"))).containsExactly(121, 242);
    }
  }

  @Test
  void preparedStepRunsAgainAndAgain() {
    ForkedCheck.run(PreparedStep.class, cluster.target("worker", 0));
  }

  static final class PreparedStep extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
      try (TensorFlowClient client = TensorFlowClient.connect(arguments.getFirst(), sums());
          TensorFlowStep step =
              client.prepare(Map.of("a", Tensors.scalar(2f)), List.of("first"), List.of())) {
        for (int i = 0; i < 3; i++) {
          step.execute();
          assertThat(step.results().getFirst().getFloat(0)).isEqualTo(3);
        }
      }
    }
  }

  @Test
  void crashOfTheClientIsOneFailedCall() {
    byte[] graphDef = sums();
    ForkedClient killed = connect(graphDef);
    try (killed) {
      assertThat(ProcessHandle.of(killed.process().pid()).orElseThrow().destroyForcibly()).isTrue();
      assertThatThrownBy(() -> fetch(killed, "first")).isInstanceOf(OracleCrash.class);
    }
    try (ForkedClient next = connect(graphDef)) {
      assertThat(next.process().pid()).isNotEqualTo(killed.process().pid());
      Map<String, Tensor> feeds = Map.of("a", Tensors.scalar(2f));
      assertThat(next.run(feeds, List.of("first"), List.of()).getFirst().getFloat(0)).isEqualTo(3);
    }
  }

  @Test
  void extensionTakesInputsFromTheGraph() {
    byte[] more =
        new Graphs().typed("twice", "AddV2", DType.FLOAT32, "first", "first").serialized();
    try (ForkedClient client = connect(sums())) {
      Map<String, Tensor> feeds = Map.of("a", Tensors.scalar(2f));
      assertThat(client.run(feeds, List.of("first"), List.of()).getFirst().getFloat(0))
          .isEqualTo(3);
      client.extend(more);
      assertThat(client.run(feeds, List.of("twice"), List.of()).getFirst().getFloat(0))
          .isEqualTo(6);
    }
  }

  @Test
  void partialRunGoesOnWithWhatWasFed() {
    try (ForkedClient client = connect(sums());
        ForkedClient.PartialStep run =
            client.partialRun(List.of("a", "b"), List.of("first", "second"), List.of())) {
      Tensor first = run.run(Map.of("a", Tensors.scalar(2f)), List.of("first")).getFirst();
      assertThat(first.getFloat(0)).isEqualTo(3);
      Tensor second = run.run(Map.of("b", Tensors.scalar(10f)), List.of("second")).getFirst();
      assertThat(second.getFloat(0)).isEqualTo(13);
      assertThat(refusal(() -> run.run(Map.of(), List.of("first"))).code())
          .as("fetched twice")
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  @Test
  void callableRunsByItsNumber() {
    try (ForkedClient client = connect(sums())) {
      ForkedClient.Callable sums =
          client.callable(List.of("a", "b"), List.of("second", "first"), List.of());
      for (float a = 0; a < 3; a++) {
        List<Tensor> fetched = sums.run(List.of(Tensors.scalar(a), Tensors.scalar(10f)));
        assertThat(fetched).extracting(tensor -> tensor.getFloat(0)).containsExactly(a + 11, a + 1);
      }
      ForkedClient.Callable other = client.callable(List.of("a"), List.of("first"), List.of());
      sums.close();
      assertThat(other.run(List.of(Tensors.scalar(5f))).getFirst().getFloat(0)).isEqualTo(6);
      other.close();
      assertThat(refusal(() -> client.callable(List.of(), List.of("nowhere"), List.of())).code())
          .isEqualTo(ErrorCode.NOT_FOUND);
    }
  }

  @Test
  void callableCarriesLargeTensorsAndStrings() {
    Graph graph = new Graph();
    Ops worker = Ops.create(graph).withDevice(WORKER);
    Ops ps = Ops.create(graph).withDevice(PS);
    Output numbers = worker.withName("numbers").placeholder(DType.FLOAT32);
    Output text = worker.withName("text").placeholder(DType.STRING);
    ps.withName("negative").math.neg(numbers);
    ps.withName("same").control.identity(text);
    Tensor large = Tensors.of(Shape.of(1 << 20), new float[1 << 20]);
    try (ForkedClient client = connect(GraphDefs.toBinary(graph));
        ForkedClient.Callable callable =
            client.callable(List.of("numbers", "text"), List.of("negative", "same"), List.of())) {
      List<Tensor> fetched = callable.run(List.of(large, Tensors.vector("short", "l".repeat(99))));
      assertThat(fetched.getFirst().shape()).isEqualTo(large.shape());
      assertThat(fetched.get(1).getString(1)).isEqualTo("l".repeat(99));
    }
  }

  @Test
  void callablesKeepNoTensors() {
    ForkedCheck.run(KeepsNoTensors.class, cluster.target("worker", 0));
  }

  static final class KeepsNoTensors extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
      Graph graph = new Graph();
      Ops worker = Ops.create(graph).withDevice(WORKER);
      worker.withName("same").control.identity(worker.withName("x").placeholder(DType.FLOAT32));
      byte[] graphDef = GraphDefs.toBinary(graph);
      Tensor megabyte = Tensor.allocate(DType.FLOAT32, Shape.of(1 << 18)).freeze();
      try (TensorFlowClient client = TensorFlowClient.connect(arguments.getFirst(), graphDef);
          TensorFlowCallable callable = client.callable(List.of("x"), List.of("same"), List.of())) {
        runOften(callable, megabyte, 50);
        long memory = Pointer.physicalBytes();
        runOften(callable, megabyte, 250);
        assertThat(Pointer.physicalBytes() - memory).isLessThan(150L << 20);
      }
    }

    // Collected often, since Weir's own copies count as memory of this process until then.
    private static void runOften(TensorFlowCallable callable, Tensor fed, int times) {
      for (int i = 0; i < times; i++) {
        callable.run(List.of(fed)).getFirst().close();
        if (i % 40 == 0) {
          System.gc();
        }
      }
    }
  }

  @Test
  void devicesOfAllTasksAreListed() {
    try (ForkedClient client = connect(sums())) {
      client.tellGraph();
      assertThat(client.devices())
          .extracting(TensorFlowDevice::name)
          .containsExactlyInAnyOrder(
              "/job:ps/replica:0/task:0/device:CPU:0", "/job:worker/replica:0/task:0/device:CPU:0");
      assertThat(client.devices()).allMatch(device -> device.type().equals("CPU"));
      assertThat(client.devices()).noneMatch(device -> device.incarnation() == 0);
    }
  }

  @Test
  void endedSessionTakesNoMoreSteps() {
    try (ForkedClient client = connect(sums())) {
      Map<String, Tensor> feeds = Map.of("a", Tensors.scalar(2f));
      client.run(feeds, List.of("first"), List.of());
      client.endSession();
      assertThatThrownBy(() -> client.run(feeds, List.of("first"), List.of()))
          .isInstanceOf(OracleRefusal.class);
    }
  }

  @Test
  void resetDropsVariablesAndSessions() {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS);
    Output handle =
        ps.withName("handle").state.varHandleOp(DType.FLOAT32, Shape.scalar(), "box", "kept");
    ps.withName("init").state.assignVariableOp(handle, ps.constant(7f));
    ps.withName("value").state.readVariableOp(handle, DType.FLOAT32);
    byte[] graphDef = GraphDefs.toBinary(graph);
    try (ForkedClient before = connect(graphDef)) {
      target(before, "init");
      assertThat(fetch(before, "value").getFloat(0)).isEqualTo(7);
      ForkedClient.reset(cluster.target("worker", 0), "other");
      assertThat(refusal(() -> fetch(before, "value")).code()).isEqualTo(ErrorCode.ABORTED);
    }
    try (ForkedClient after = connect(graphDef)) {
      assertThat(fetch(after, "value").getFloat(0)).as("in another container").isEqualTo(7);
      ForkedClient.reset(cluster.target("worker", 0), "box");
    }
    try (ForkedClient after = connect(graphDef)) {
      assertThat(refusal(() -> fetch(after, "value")).code())
          .isEqualTo(ErrorCode.FAILED_PRECONDITION);
    }
  }

  @Test
  void unknownDeviceIsRefused() {
    Graph graph = new Graph();
    Ops.create(graph).withDevice("/job:worker/task:5").withName("one").constant(1f);
    try (ForkedClient client = connect(GraphDefs.toBinary(graph))) {
      assertThat(refusal(() -> fetch(client, "one")).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }

  /** On the worker: 10 times what is on the ps. */
  private static Output scaled(Graph graph, Output value) {
    Ops worker = Ops.create(graph).withDevice(WORKER);
    return worker.withName("scaled").math.mul(value, worker.constant(10f));
  }

  /** {@code first = a + 1} on the worker, {@code second = first + b} on the ps. */
  private static byte[] sums() {
    Graph graph = new Graph();
    Ops worker = Ops.create(graph).withDevice(WORKER);
    Ops ps = Ops.create(graph).withDevice(PS);
    Output a = worker.withName("a").placeholder(DType.FLOAT32, Shape.scalar());
    Output b = worker.withName("b").placeholder(DType.FLOAT32, Shape.scalar());
    Output first = worker.withName("first").math.add(a, worker.constant(1f));
    ps.withName("second").math.add(first, b);
    return GraphDefs.toBinary(graph);
  }

  private static ForkedClient connect(byte[] graphDef) {
    return ForkedClient.connect(cluster.target("worker", 0), graphDef);
  }

  private static void target(ForkedClient client, String node) {
    assertThat(client.run(Map.of(), List.of(), List.of(node))).isEmpty();
  }

  private static Tensor fetch(ForkedClient client, String endpoint) {
    return client.run(Map.of(), List.of(endpoint), List.of()).getFirst();
  }

  private static OracleRefusal refusal(ThrowingCallable call) {
    return catchThrowableOfType(OracleRefusal.class, call);
  }

  private static float[] floats(Tensor tensor) {
    float[] values = new float[Math.toIntExact(tensor.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.getFloat(i);
    }
    return values;
  }
}
