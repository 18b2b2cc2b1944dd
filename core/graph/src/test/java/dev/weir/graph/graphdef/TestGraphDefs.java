package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.AttrValue;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestGraphDefs {
  /** A loop, a conditional, a device, control inputs and a constant. */
  private static Graph varied() {
    Graph graph = new Graph();
    Node x =
        graph
            .node("Placeholder", "x")
            .attr("dtype", DType.FLOAT32)
            .attr("shape", AttrValue.of(Shape.of(-1, 784)))
            .build();
    Node c =
        graph
            .node("Const", "c")
            .attr("value", AttrValue.of(Tensors.vector(1f, 2f, 3f)))
            .attr("dtype", DType.FLOAT32)
            .build();
    Node p =
        graph
            .node("Const", "p")
            .attr("value", AttrValue.of(Tensors.scalar(true)))
            .attr("dtype", DType.BOOL)
            .build();
    Node enter = graph.node("Enter", "loop/enter").input(x).attr("frame_name", "loop").build();
    Node enterP = graph.node("Enter", "loop/p").input(p).attr("frame_name", "loop").build();
    Node merge = graph.node("Merge", "loop/merge").inputList(List.of(enter, enter)).build();
    Node cond = graph.node("LoopCond", "loop/cond").input(enterP).build();
    Node split = graph.node("Switch", "loop/switch").input(merge.output(0)).input(cond).build();
    Node next = graph.node("NextIteration", "loop/next").input(split.output(1)).build();
    graph.connectBackEdge(merge, 1, next.output(0));
    graph.node("Exit", "loop/exit").input(split.output(0)).build();
    graph
        .node("Identity", "y")
        .input(c)
        .controlInput(x)
        .device("/job:worker/task:1/device:CPU:0")
        .attr("_class", AttrValue.ofStrings(List.of("loc:@c")))
        .build();
    return graph;
  }

  @Test
  void binaryRoundTrips() {
    Graph graph = varied();
    byte[] bytes = GraphDefs.toBinary(graph);
    Graph again = GraphDefs.fromBinary(bytes);
    assertThat(GraphDefs.toBinary(again)).isEqualTo(bytes);
    assertThat(again.get("loop/merge").input(1).node()).isSameAs(again.get("loop/next"));
    assertThat(again.get("loop/merge").outputShape(0)).isEqualTo(Shape.unknown());
  }

  @Test
  void textRoundTrips() {
    Graph graph = varied();
    String text = GraphDefs.toText(graph);
    assertThat(GraphDefs.toText(GraphDefs.fromText(text))).isEqualTo(text);
  }
}
