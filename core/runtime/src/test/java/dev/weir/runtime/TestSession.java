package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import org.junit.jupiter.api.Test;

final class TestSession {
  @Test
  void addsWhatIsFed() {
    Graph graph = new Graph();
    FixtureGraph ops = FixtureGraph.of(graph);
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1));
    Output y = ops.tanh(ops.add(x, ops.constant(1f)));
    try (Session session = Session.open(graph)) {
      Tensor result = session.runner().feed(x, Tensors.vector(-1f, 2f)).run(y);
      assertThat(result.shape()).isEqualTo(Shape.of(2));
      assertThat(result.getFloat(0)).isZero();
      assertThat(result.getFloat(1)).isEqualTo((float) Math.tanh(3));
    }
  }

  @Test
  void countsInALoop() {
    Graph graph = new Graph();
    FixtureGraph ops = FixtureGraph.of(graph);
    Output one = ops.constant(1f);
    Node enter = graph.node("Enter").input(ops.constant(0f)).attr("frame_name", "loop").build();
    Node constant =
        graph.node("Enter").input(one).attr("frame_name", "loop").attr("is_constant", true).build();
    Node merge = graph.node("Merge").inputList(java.util.List.of(enter, enter)).build();
    // stops when tanh(i) rounds to 1
    Node less = graph.node("TestLess").input(merge.output(0)).build();
    Node condition = graph.node("LoopCond").input(less).build();
    Node branch = graph.node("Switch").input(merge.output(0)).input(condition).build();
    Node body = ops.add(branch.output(1), constant).node();
    Node next = graph.node("NextIteration").input(body).build();
    graph.connectBackEdge(merge, 1, next.output(0));
    Node exit = graph.node("Exit").input(branch.output(0)).build();
    assertThat(AttrValue.of(1)).isNotNull();
    try (Session session = Session.open(graph)) {
      Tensor result = session.run(exit);
      assertThat(result.getFloat(0)).isEqualTo(100f);
    }
  }
}
