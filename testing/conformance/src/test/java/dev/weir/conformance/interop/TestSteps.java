package dev.weir.conformance.interop;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client asks of a cluster, in every mix of Weir and TensorFlow. */
@Timeout(60)
@ExtendWith(Clusters.Shared.class)
final class TestSteps {
  private static final String PS = "/job:ps/task:0";
  private static final String WORKER = "/job:worker/task:0";

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void resourceVariableIsReadScaledAndUpdated(Setting setting, Clusters clusters) {
    Graph graph = new Graph();
    Ops ps = Ops.create(graph).withDevice(PS);
    Output handle = ps.withName("weights").state.varHandleOp(DType.FLOAT32, Shape.of(2));
    ps.withName("init").state.assignVariableOp(handle, ps.constant(new float[] {1, 2}));
    Output value = ps.withName("value").state.readVariableOp(handle, DType.FLOAT32);
    ps.withName("update").state.assignAddVariableOp(handle, scaled(graph, value));
    try (Client client = clusters.connect(setting, graph);
        Client other = clusters.connect(setting, graph)) {
      client.target("init");
      client.target("update");
      client.target("update");
      assertThat(floats(client.fetch("value"))).containsExactly(121, 242);
      assertThat(floats(other.fetch("value"))).as("by another session").containsExactly(121, 242);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void referenceVariableIsReadScaledAndUpdated(Setting setting, Clusters clusters) {
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
    ps.withName("update").op("AssignAdd").input(variable).input(scaled(graph, value)).build();
    try (Client client = clusters.connect(setting, graph)) {
      client.target("init");
      client.target("update");
      client.target("update");
      assertThat(floats(client.fetch("value"))).containsExactly(121, 242);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void anyEdgeIsFedAndFetched(Setting setting, Clusters clusters) {
    try (Client client = clusters.connect(setting, sums())) {
      List<Tensor> got =
          client.run(
              Map.of("a", Tensors.scalar(2f), "b", Tensors.scalar(10f)),
              List.of("second", "first", "second:0"),
              List.of());
      assertThat(got).extracting(tensor -> tensor.getFloat(0)).containsExactly(13f, 3f, 13f);
      assertThat(
              client
                  .run(
                      Map.of("first", Tensors.scalar(5f), "b", Tensors.scalar(1f)),
                      List.of("second"),
                      List.of())
                  .getFirst()
                  .getFloat(0))
          .isEqualTo(6);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void extensionTakesInputsFromTheGraph(Setting setting, Clusters clusters) {
    Graph more = sums();
    int known = more.size();
    Output first = more.output("first");
    Ops.create(more).withDevice(PS).withName("twice").math.add(first, first);
    byte[] extension = GraphDefs.toBinary(more, known, Set.of());
    try (Client client = clusters.connect(setting, sums())) {
      Map<String, Tensor> feeds = Map.of("a", Tensors.scalar(2f));
      assertThat(client.run(feeds, List.of("first"), List.of()).getFirst().getFloat(0))
          .isEqualTo(3);
      client.extend(extension);
      assertThat(client.run(feeds, List.of("twice"), List.of()).getFirst().getFloat(0))
          .isEqualTo(6);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.weir.conformance.interop.Setting#all")
  void partialRunGoesOnWithWhatWasFed(Setting setting, Clusters clusters) {
    try (Client client = clusters.connect(setting, sums());
        Client.Pieces run =
            client.partialRun(List.of("a", "b"), List.of("first", "second"), List.of())) {
      Tensor first = run.run(Map.of("a", Tensors.scalar(2f)), List.of("first")).getFirst();
      assertThat(first.getFloat(0)).isEqualTo(3);
      Tensor second = run.run(Map.of("b", Tensors.scalar(10f)), List.of("second")).getFirst();
      assertThat(second.getFloat(0)).isEqualTo(13);
    }
  }

  /** On the worker: 10 times what is on the ps. */
  private static Output scaled(Graph graph, Output value) {
    Ops worker = Ops.create(graph).withDevice(WORKER);
    return worker.withName("scaled").math.mul(value, worker.constant(10f));
  }

  /** {@code first = a + 1} on the worker, {@code second = first + b} on the ps. */
  private static Graph sums() {
    Graph graph = new Graph();
    Ops worker = Ops.create(graph).withDevice(WORKER);
    Ops ps = Ops.create(graph).withDevice(PS);
    Output a = worker.withName("a").placeholder(DType.FLOAT32, Shape.scalar());
    Output b = worker.withName("b").placeholder(DType.FLOAT32, Shape.scalar());
    Output first = worker.withName("first").math.add(a, worker.constant(1f));
    ps.withName("second").math.add(first, b);
    return graph;
  }

  private static float[] floats(Tensor tensor) {
    float[] values = new float[Math.toIntExact(tensor.elements())];
    for (int i = 0; i < values.length; i++) {
      values[i] = tensor.getFloat(i);
    }
    return values;
  }
}
