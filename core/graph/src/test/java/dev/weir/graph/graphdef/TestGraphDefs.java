package dev.weir.graph.graphdef;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.GraphFunction;
import dev.weir.graph.GraphValidator;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.SampleGraphs;
import dev.weir.graph.SampleOps;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestGraphDefs {
  private static Graph read(byte[] bytes) {
    return GraphDefs.fromBinary(ByteBuffer.wrap(bytes), SampleOps.registry());
  }

  private static Graph read(String text) {
    return GraphDefs.fromText(text, SampleOps.registry());
  }

  @Test
  void binaryRoundTrips() {
    Graph graph = SampleGraphs.varied();
    byte[] bytes = GraphDefs.toBinary(graph);
    Graph again = read(bytes);
    assertThat(GraphDefs.toBinary(again)).isEqualTo(bytes);
    assertThat(names(again)).isEqualTo(names(graph));
    assertThat(GraphValidator.problems(again)).isEmpty();
    for (Node node : graph.nodes()) {
      Node copy = again.get(node.name());
      assertThat(copy.device()).isEqualTo(node.device());
      assertThat(inputs(copy)).isEqualTo(inputs(node));
      assertThat(copy.attrs().asMap().keySet()).isEqualTo(node.attrs().asMap().keySet());
    }
  }

  @Test
  void textRoundTrips() {
    String text = GraphDefs.toText(SampleGraphs.varied());
    assertThat(GraphDefs.toText(read(text))).isEqualTo(text);
  }

  private static List<String> names(Graph graph) {
    return graph.nodes().stream().map(Node::name).toList();
  }

  private static String inputs(Node node) {
    return node.inputs().stream().map(Output::name).toList() + " " + node.controlInputs();
  }

  @Test
  void nodesMayStandInAnyOrder() {
    String text =
        """
        node { name: "sum" op: "Add" input: "a" input: "b:0" input: "^later"
               attr { key: "T" value { type: DT_FLOAT } } }
        node { name: "later" op: "NoOp" input: "^a" }
        node { name: "b" op: "Identity" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
        node { name: "a" op: "Const" attr { key: "dtype" value { type: DT_FLOAT } }
               attr { key: "value" value { tensor { dtype: DT_FLOAT float_val: 2 tensor_shape {} } } } }
        versions { producer: 30 }
        """;
    Graph graph = read(text);
    assertThat(names(graph)).containsExactly("a", "later", "b", "sum");
    assertThat(graph.get("sum").controlInputs()).containsExactly(graph.get("later"));
    assertThat(graph.get("a").attrs().tensor("value").getFloat(0)).isEqualTo(2f);
  }

  @Test
  void missingAttributesGetTheirDefaults() {
    Graph graph = read("node { name: 'f' op: 'Flag' } versions { producer: 30 }");
    assertThat(graph.get("f").attrs().bool("on")).isTrue();
    assertThat(graph.get("f").attrs().string("label")).isEmpty();
  }

  @Test
  void aLoopComesBackWhole() {
    Graph graph = SampleOps.graph();
    SampleGraphs.addLoop(graph, SampleGraphs.constant(graph, "c", Tensors.scalar(1f)), "loop");
    Graph again = read(GraphDefs.toBinary(graph));
    Node merge = again.get("loop/merge");
    assertThat(merge.input(1).node()).isSameAs(again.get("loop/next"));
    assertThat(merge.outputShape(0)).isEqualTo(Shape.unknown());
    assertThat(merge.outputShape(1)).isEqualTo(Shape.scalar());
  }

  @Test
  void anOldPlaceholderWithoutDimensionsHasAnyShape() {
    String node =
        "node { name: 'x' op: 'Placeholder' attr { key: 'dtype' value { type: DT_FLOAT } }"
            + " attr { key: 'shape' value { shape {} } } }";
    assertThat(read(node).get("x").outputShape(0)).isEqualTo(Shape.unknown());
    assertThat(read(node + "versions { producer: 21 }").get("x").outputShape(0))
        .isEqualTo(Shape.unknown());
    assertThat(read(node + "versions { producer: 22 }").get("x").outputShape(0))
        .isEqualTo(Shape.scalar());
  }

  @Test
  void importAddsToAGraphUnderAPrefix() {
    Graph graph = SampleOps.graph();
    Node c = SampleGraphs.constant(graph, "c", Tensors.scalar(1f));
    graph
        .node("Identity", "near")
        .input(c)
        .attr("_class", dev.weir.graph.AttrValue.ofStrings(List.of("loc:@c")))
        .build();
    byte[] bytes = GraphDefs.toBinary(graph);
    GraphDefs.importInto(graph, ByteBuffer.wrap(bytes), "copy");
    assertThat(names(graph)).containsExactly("c", "near", "copy/c", "copy/near");
    assertThat(graph.get("copy/near").attrs().strings("_class")).containsExactly("loc:@copy/c");
    assertThat(graph.get("copy/near").input(0).node()).isSameAs(graph.get("copy/c"));
  }

  @Test
  void anExtensionMayUseNodesTheGraphHas() {
    Graph graph = SampleOps.graph();
    Node c = SampleGraphs.constant(graph, "c", Tensors.scalar(1f));
    Graph whole = SampleOps.graph();
    Node same = SampleGraphs.constant(whole, "c", Tensors.scalar(1f));
    whole.node("Identity", "d").input(same).build();
    String text = GraphDefs.toText(whole);
    String extension = text.substring(text.indexOf("node {", 1));
    Graph alone = GraphDefs.fromText("versions { producer: 30 }", SampleOps.registry());
    assertThat(alone.size()).isZero();
    GraphDefs.importTextInto(graph, extension, "");
    assertThat(graph.get("d").input(0).node()).isSameAs(c);
  }

  @Test
  void functionsComeBackWhole() {
    Graph again = read(GraphDefs.toBinary(SampleGraphs.varied()));
    GraphFunction doubled = again.findFunction("doubled");
    assertThat(doubled).isNotNull();
    assertThat(doubled.inputs()).containsExactly(new GraphFunction.Parameter("x", DType.FLOAT32));
    assertThat(doubled.controlOutputs()).containsExactly("side");
    assertThat(doubled.body().get("x").outputShape(0)).isEqualTo(Shape.of(2, 1));
    assertThat(doubled.body().get("sum").outputShape(0)).isEqualTo(Shape.of(2, 1));
    assertThat(again.functions())
        .extracting(GraphFunction::name)
        .containsExactly("doubled", "quadrupled");
  }

  @Test
  void filesAreTextOrBinaryByTheirName(@TempDir Path folder) throws IOException {
    Graph graph = new Graph();
    graph.node("NoOp", "n").build();
    for (String name : List.of("graph.pb", "graph.pbtxt")) {
      GraphDefs.write(graph, folder.resolve(name));
      assertThat(names(GraphDefs.read(folder.resolve(name)))).containsExactly("n");
    }
    assertThat(folder.resolve("graph.pbtxt")).content().contains("op: \"NoOp\"");
  }
}
