package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import org.junit.jupiter.api.Test;

final class TestInferredShapes {
  @Test
  void unknownSizesAndRanksStayUnknown() {
    byte[] graph =
        new Graphs()
            .placeholder("rows", DType.FLOAT64, Shape.of(-1, 3))
            .placeholder("columns", DType.FLOAT64, Shape.of(3, 5))
            .placeholder("anything", DType.INT8, Shape.unknown())
            .typed("product", "MatMul", DType.FLOAT64, "rows", "columns")
            .typed("same", "Identity", DType.INT8, "anything")
            .constant("scalar", 1)
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
      assertThat(oracle.inferredShape("product")).isEqualTo(Shape.of(-1, 5));
      assertThat(oracle.inferredShape("columns:0")).isEqualTo(Shape.of(3, 5));
      assertThat(oracle.inferredShape("same")).isEqualTo(Shape.unknown());
      assertThat(oracle.inferredShape("scalar")).isEqualTo(Shape.scalar());
      assertThat(oracle.outputDtype("product")).isEqualTo(DType.FLOAT64);
      assertThat(oracle.outputDtype("same")).isEqualTo(DType.INT8);
    }
  }

  @Test
  void secondOutputHasAShapeOfItsOwn() {
    byte[] graph =
        new Graphs()
            .placeholder("x", DType.FLOAT32, Shape.of(4))
            .node("unique", "Unique", node -> node.putAttr("T", Graphs.type(DType.FLOAT32)), "x")
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
      assertThat(oracle.inferredShape("unique:0")).isEqualTo(Shape.of(-1));
      assertThat(oracle.inferredShape("unique:1")).isEqualTo(Shape.of(4));
      assertThat(oracle.outputDtype("unique:1")).isEqualTo(DType.INT32);
    }
  }

  @Test
  void referenceHasTheDtypeOfItsVariable() {
    byte[] graph =
        new Graphs()
            .node(
                "variable",
                "VariableV2",
                node ->
                    node.putAttr("dtype", Graphs.type(DType.INT64))
                        .putAttr("shape", Graphs.shape(Shape.of(2))))
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
      assertThat(oracle.outputDtype("variable")).isEqualTo(DType.INT64);
      assertThat(oracle.inferredShape("variable")).isEqualTo(Shape.of(2));
    }
  }
}
