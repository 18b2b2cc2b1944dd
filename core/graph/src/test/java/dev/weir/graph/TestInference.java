package dev.weir.graph;

import static dev.weir.graph.SampleGraphs.constant;
import static dev.weir.graph.SampleGraphs.placeholder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TestInference {
  private final Graph graph = SampleOps.graph();

  private Node input(Shape shape) {
    return placeholder(graph, "x", DType.FLOAT32, shape);
  }

  private Shape product(Shape a, Shape b) {
    return graph.node("MatMul").input(input(a)).input(input(b)).build().outputShape(0);
  }

  @Test
  void whatIsKnownOfTheInputsIsKnownOfTheOutputs() {
    assertThat(product(Shape.of(2, 3), Shape.of(3, 4))).isEqualTo(Shape.of(2, 4));
    assertThat(product(Shape.of(-1, 3), Shape.of(-1, 4))).isEqualTo(Shape.of(-1, 4));
    assertThat(product(Shape.of(2, -1), Shape.unknown())).isEqualTo(Shape.of(2, -1));
    assertThat(product(Shape.unknown(), Shape.unknown())).isEqualTo(Shape.of(-1, -1));
  }

  @Test
  void aRankThatIsWrongIsNamed() {
    assertThatThrownBy(() -> product(Shape.of(2), Shape.unknown()))
        .hasMessageContaining("[MatMul \"MatMul\"] input must have rank 2: a is float32[2]");
  }

  @Test
  void aConditionalKnowsWhatBothSidesShare() {
    Node p = graph.node("Flag").build();
    Node a = graph.node("Switch").input(input(Shape.of(2, 3))).input(p).build();
    Node b = graph.node("Switch").input(input(Shape.of(5, 3))).input(p).build();
    Node merge = graph.node("Merge").inputList(List.of(a.output(0), b.output(1))).build();
    assertThat(merge.outputShape(0)).isEqualTo(Shape.of(-1, 3));
    assertThat(merge.outputDtype(1)).isEqualTo(DType.INT32);
    assertThat(merge.outputShape(1)).isEqualTo(Shape.scalar());
  }

  @Test
  void anOpenBackEdgeLeavesTheShapeOpen() {
    Node enter = graph.node("Enter").input(input(Shape.of(2))).attr("frame_name", "f").build();
    Node merge = graph.node("Merge").inputList(List.of(enter, enter)).openBackEdge().build();
    assertThat(merge.outputShape(0)).isEqualTo(Shape.unknown());
  }

  @Test
  void aPredicateMustBeAScalar() {
    Node p = placeholder(graph, "p", DType.BOOL, Shape.of(2));
    assertThatThrownBy(() -> graph.node("Switch", "s").input(input(Shape.of(1))).input(p).build())
        .hasMessageContaining("[Switch \"s\"] input must have rank 0: pred is bool[2]");
  }

  @Test
  void aConstantSaysWhatItHolds() {
    assertThatThrownBy(
            () ->
                graph
                    .node("Const", "c")
                    .attr("value", AttrValue.of(Tensors.vector(1f)))
                    .attr("dtype", DType.INT32)
                    .build())
        .hasMessageContaining("[Const \"c\"] dtype is int32, but value is float32[1]");
    assertThat(constant(graph, "c", Tensors.vector(1, 2)).shape()).isEqualTo(Shape.of(2));
  }
}
