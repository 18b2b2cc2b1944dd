package dev.weir.graph;

import static dev.weir.graph.SampleGraphs.constant;
import static dev.weir.graph.SampleGraphs.placeholder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestGraph {
  private final Graph graph = SampleOps.graph();

  @Test
  void namesAreMadeUnique() {
    for (String expected : List.of("c", "c_1", "c_2")) {
      assertThat(constant(graph, "c", Tensors.scalar(1)).name()).isEqualTo(expected);
    }
    assertThat(constant(graph, "c_1", Tensors.scalar(1)).name()).isEqualTo("c_1_1");
    assertThat(graph.freeName("d")).isEqualTo("d");
    assertThatThrownBy(() -> graph.node("NoOp", "c").buildExact())
        .isInstanceOfSatisfying(
            WeirException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
  }

  @Test
  void whatDoesNotExistIsSuggested() {
    constant(graph, "layer1/weights", Tensors.scalar(1));
    assertThatThrownBy(() -> graph.get("weights"))
        .hasMessage("the graph has no node \"weights\"; did you mean \"layer1/weights\"?");
    assertThatThrownBy(() -> graph.get("layer1/wieghts"))
        .hasMessage("the graph has no node \"layer1/wieghts\"; did you mean \"layer1/weights\"?");
    assertThatThrownBy(() -> graph.get("bias")).hasMessage("the graph has no node \"bias\"");
    assertThatThrownBy(() -> graph.output("layer1/weights:1"))
        .hasMessageContaining(
            "[Const \"layer1/weights\"] it has 1 outputs, output 1 was asked for");
  }

  @Test
  void changesAreMadeTogetherOrNotAtAll() {
    constant(graph, "a", Tensors.scalar(1));
    assertThatThrownBy(
            () ->
                graph.atomically(
                    () -> {
                      constant(graph, "b", Tensors.scalar(1));
                      graph.addFunction(SampleGraphs.doubled());
                      throw WeirException.internal("no");
                    }))
        .hasMessage("no");
    assertThat(graph.size()).isEqualTo(1);
    assertThat(graph.find("b")).isNull();
    assertThat(graph.functions()).isEmpty();
    graph.atomically(() -> constant(graph, "b", Tensors.scalar(1)));
    assertThat(graph.get("b").id()).isEqualTo(1);
  }

  @Test
  void aLoopVariableKeepsItsTypeAndShape() {
    Node x = placeholder(graph, "x", DType.FLOAT32, Shape.of(2));
    Node enter = graph.node("Enter", "e").input(x).attr("frame_name", "f").build();
    Node merge = graph.node("Merge", "m").inputList(List.of(enter, enter)).build();
    Node other = placeholder(graph, "y", DType.FLOAT32, Shape.of(3));
    Node next = graph.node("NextIteration", "n").input(other).build();
    assertThatThrownBy(() -> graph.connectBackEdge(merge, 1, next.output(0)))
        .hasMessageContaining(
            "[Merge \"m\"] a loop variable keeps its type and shape: it enters as float32[2] and"
                + " comes back as float32[3] n:0");
    assertThatThrownBy(() -> graph.connectBackEdge(merge, 1, x.output(0)))
        .hasMessageContaining("only a Merge takes a back edge, and only from a NextIteration");
  }

  @Test
  void functionsAreFoundByName() {
    GraphFunction doubled = SampleGraphs.doubled();
    graph.addFunction(doubled);
    assertThat(graph.findFunction("doubled")).isSameAs(doubled);
    assertThat(doubled.isStateful()).isFalse();
    assertThatThrownBy(() -> graph.addFunction(doubled)).hasMessageContaining("already");
    Graph copy = SampleOps.graph();
    copy.copyFunctionsOf(graph);
    copy.copyFunctionsOf(graph);
    assertThat(copy.functions()).containsExactly(doubled);
  }

  @Test
  void aCopyKeepsWhatWasInferred() {
    Node x = placeholder(graph, "x", DType.FLOAT32, Shape.of(2));
    Graph other = SampleOps.graph();
    Node copy = other.copyOf(x, List.of(), List.of(), "/device:CPU:0");
    assertThat(copy.outputShape(0)).isEqualTo(Shape.of(2));
    assertThat(copy.device()).isEqualTo("/device:CPU:0");
    assertThat(copy.graph()).isSameAs(other);
    assertThat(copy.provenance()).isEqualTo(x.provenance());
  }

  @Test
  void attributesAreReadByKind() {
    Attributes attrs = Attributes.of(Map.of("a", AttrValue.of(1), "b", AttrValue.ofInts(1, 2)));
    assertThat(attrs.integers("b")).containsExactly(1, 2);
    assertThat(attrs.with("a", AttrValue.of(2)).integer("a")).isEqualTo(2);
    assertThat(attrs.without("a").has("a")).isFalse();
    assertThatThrownBy(() -> attrs.bool("a")).hasMessageContaining("attribute \"a\" is 1, not a");
    assertThatThrownBy(() -> attrs.bool("c")).hasMessage("attribute \"c\" is missing");
  }
}
