package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestFrozenGraph {
  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final GraphVariable w =
      ops.withName("w").state.variable(ops.constant(new float[] {1, 2}));
  private final Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(2));
  private final Output product = ops.withName("product").math.mul(x, w);

  @Test
  void variablesBecomeConstants() {
    Output sum = ops.withName("sum").math.add(product, w.read());
    w.assignAdd(x);
    Graph frozen = FrozenGraph.of(List.of(sum), Map.of("w", Tensors.vector(10f, 20f)));
    assertThat(frozen.nodes().stream().map(Node::name))
        .containsExactlyInAnyOrder("w", "x", "product", "sum");
    Graph read = GraphDefs.fromBinary(GraphDefs.toBinary(frozen));
    try (Session session = Session.open(read)) {
      Tensor result = session.runner().feed("x", Tensors.vector(3f, 4f)).run("sum");
      assertThat(result.getFloat(0)).isEqualTo(40);
      assertThat(result.getFloat(1)).isEqualTo(100);
    }
  }

  @Test
  void rowsOfVariablesAreRowsOfConstants() {
    Output ids = ops.withName("ids").placeholder(DType.INT32, Shape.of(-1));
    Output rows = w.gather(ids);
    Output sum = ops.withName("sum").math.add(rows, ops.constant(1f));
    Graph frozen = FrozenGraph.of(List.of(sum), Map.of("w", Tensors.vector(10f, 20f)));
    Graph read = GraphDefs.fromBinary(GraphDefs.toBinary(frozen));
    try (Session session = Session.open(read)) {
      Tensor result = session.runner().feed("ids", Tensors.vector(1, 0, 1)).run("sum");
      assertThat(result.shape()).isEqualTo(Shape.of(3));
      assertThat(result.getFloat(0)).isEqualTo(21);
      assertThat(result.getFloat(1)).isEqualTo(11);
    }
  }

  @Test
  void rejectsWhatCannotBeFrozen() {
    assertThatThrownBy(() -> FrozenGraph.of(List.of(product), Map.of()))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("no value for the variable \"w\"");
    assertThatThrownBy(() -> FrozenGraph.of(List.of(product), Map.of("w", Tensors.vector(1f))))
        .hasMessage("the variable \"w\" is float32[2], the value for it is float32[1]");
    Output isThere = w.isInitialized();
    assertThatThrownBy(() -> FrozenGraph.of(List.of(isThere), Map.of("w", Tensors.vector(1f, 2f))))
        .hasMessageContaining("uses it otherwise than by ReadVariableOp and ResourceGather");
    assertThatThrownBy(() -> FrozenGraph.of(List.of(), Map.of()))
        .hasMessageContaining("at least one output");
  }
}
