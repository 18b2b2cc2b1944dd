package dev.weir.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.control.ControlOps.Branches;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Parts that are computed once more when their gradients are. */
final class TestRecomputation {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.scalar());
  private final List<Set<Node>> parts = new ArrayList<>();

  private Output part(Supplier<Output> building) {
    int first = graph.size();
    Output result = building.get();
    List<Node> nodes = graph.nodes();
    parts.add(new HashSet<>(nodes.subList(first, nodes.size())));
    return result;
  }

  private List<Gradient> gradients(Operand loss, Operand... parameters) {
    return Gradients.in(ops.scope()).recomputing(parts).of(List.of(loss), List.of(parameters));
  }

  private Output dense(Gradient gradient) {
    return gradient.dense(ops.scope());
  }

  private float at(float value, Operand fetch) {
    try (Session session = Session.open(graph)) {
      return session.runner().feed(x, Tensors.scalar(value)).run(fetch).getFloat(0);
    }
  }

  @Test
  void nothingIsTakenFromInsideOfAPart() {
    Output y = part(() -> ops.math.tanh(ops.math.exp(ops.math.tanh(x))));
    int before = graph.size();
    Output gradient = dense(gradients(ops.math.square(y), x).getFirst());
    List<Node> added = graph.nodes().subList(before, graph.size());
    Set<Node> inside = new HashSet<>(parts.getFirst());
    inside.remove(y.node());
    assertThat(added.stream().flatMap(node -> node.inputs().stream()).map(Output::node))
        .doesNotContainAnyElementsOf(inside);
    assertThat(added).filteredOn(node -> node.op().signature().name().equals("Tanh")).hasSize(2);
    double t = Math.tanh(0.5);
    double u = Math.tanh(Math.exp(t));
    double expected = 2 * u * (1 - u * u) * Math.exp(t) * (1 - t * t);
    assertThat(at(0.5f, gradient)).isCloseTo((float) expected, offset(1e-6f));
  }

  @Test
  void gradientsOfInnerEdgesAndOfGradients() {
    List<Output> inner = new ArrayList<>();
    Output y =
        part(
            () -> {
              inner.add(ops.math.square(x));
              return ops.math.mul(inner.getFirst(), x);
            });
    List<Gradient> gradients = gradients(y, inner.getFirst(), x);
    assertThat(at(3, dense(gradients.get(0)))).isEqualTo(3);
    Output slope = dense(gradients.get(1));
    assertThat(at(3, slope)).isEqualTo(27);
    assertThat(at(3, dense(Gradients.of(slope, List.of(x)).getFirst()))).isEqualTo(18);
  }

  @Test
  void variablesOfAPartAreReadOnce() {
    GraphVariable w = ops.withName("w").state.variable(ops.constant(3f));
    Output y = part(() -> ops.math.square(ops.math.mul(w.read(), x)));
    Output gradient = dense(gradients(y, w).getFirst());
    assertThat(graph.nodes())
        .filteredOn(node -> node.op().signature().name().equals("ReadVariableOp"))
        .hasSize(2);
    try (Session session = Session.open(graph)) {
      session.runner().addTarget(w.initializer()).run();
      assertThat(session.runner().feed(x, Tensors.scalar(2f)).run(gradient).getFloat(0))
          .isEqualTo(2 * 3 * 2 * 2);
    }
  }

  @Test
  void ofTwoBranchesOnlyTheOneTakenIsComputedAgain() {
    Output isPositive = ops.math.greater(x, ops.constant(0f));
    Branches ends = ops.control.switchOn(x, isPositive);
    Output positive = part(() -> ops.math.exp(ops.math.square(ends.whenTrue())));
    Output negative = part(() -> ops.math.square(ops.math.tanh(ends.whenFalse())));
    Output y = ops.control.merge(List.of(positive, negative)).output();
    Output gradient = dense(gradients(y, x).getFirst());
    assertThat(at(0.5f, gradient)).isCloseTo((float) Math.exp(0.25), offset(1e-6f));
    double t = Math.tanh(-0.5);
    assertThat(at(-0.5f, gradient)).isCloseTo((float) (2 * t * (1 - t * t)), offset(1e-6f));
  }

  @Test
  void whatHasEffectsCannotBeInTheMiddle() {
    Graph body = new Graph();
    Node argument = body.node("_Arg", "a").attr("T", DType.FLOAT32).attr("index", 0).build();
    Node square = body.node("Square").input(argument).build();
    body.node("_Retval", "r").input(square).attr("index", 0).build();
    List<GraphFunction.Parameter> takes = List.of(new GraphFunction.Parameter("a", DType.FLOAT32));
    List<GraphFunction.Parameter> gives = List.of(new GraphFunction.Parameter("r", DType.FLOAT32));
    GraphFunction function = new GraphFunction("noted", takes, gives, List.of(), body, Map.of());
    graph.addFunction(function);
    Output y =
        part(
            () -> {
              Output in = ops.math.tanh(x);
              Output called = ops.control.statefulCall(function, List.of(in)).getFirst();
              return ops.math.exp(called);
            });
    assertThatThrownBy(() -> gradients(y, x))
        .hasMessageContaining("cannot be computed once more; move it out")
        .hasMessageContaining("StatefulPartitionedCall");
  }
}
