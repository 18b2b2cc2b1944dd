package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.tensorflow.proto.NodeDef;

/** What a session keeps from run to run, and that no two oracles share it. */
final class TestOracleState {
  @Test
  void variableKeepsItsValue() {
    byte[] graph =
        variable(DType.FLOAT32)
            .node("add", "AssignAddVariableOp", dtype(DType.FLOAT32), "variable", "value")
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph);
        TensorFlowOracle other = TensorFlowOracle.of(graph)) {
      run(oracle, "assign", Tensors.scalar(1f));
      run(other, "assign", Tensors.scalar(100f));
      run(oracle, "add", Tensors.scalar(2f));
      run(oracle, "add", Tensors.scalar(4f));
      assertThat(fetch(oracle, "read").getFloat(0)).isEqualTo(7);
      assertThat(fetch(other, "read").getFloat(0)).isEqualTo(100);
    }
  }

  @Test
  void variableOutlivesTheStringsItWasFed() {
    String text = "longer than what a TensorFlow string keeps inline ".repeat(20);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(variable(DType.STRING).serialized())) {
      run(oracle, "assign", Tensors.vector(text, "short"));
      for (int i = 0; i < 50; i++) {
        oracle.run(Map.of("value", Tensors.scalar("x".repeat(1000))), List.of("same"), List.of());
      }
      Tensor kept = fetch(oracle, "read");
      assertThat(kept.getString(0)).isEqualTo(text);
      assertThat(kept.getString(1)).isEqualTo("short");
    }
  }

  @Test
  void randomGeneratorGoesOnWhereItStopped() {
    byte[] graph =
        new Graphs()
            .placeholder("shape", DType.INT32, Shape.of(1))
            .node(
                "random",
                "RandomUniform",
                node ->
                    node.putAttr("T", Graphs.type(DType.INT32))
                        .putAttr("dtype", Graphs.type(DType.FLOAT32))
                        .putAttr("seed", Graphs.number(7))
                        .putAttr("seed2", Graphs.number(11)),
                "shape")
            .serialized();
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph);
        TensorFlowOracle other = TensorFlowOracle.of(graph)) {
      float first = draw(oracle);
      float second = draw(oracle);
      assertThat(second).isNotEqualTo(first);
      assertThat(draw(other)).isEqualTo(first);
      assertThat(draw(other)).isEqualTo(second);
    }
  }

  private static Graphs variable(DType dtype) {
    return new Graphs()
        .placeholder("value", dtype, Shape.unknown())
        .typed("same", "Identity", dtype, "value")
        .node(
            "variable",
            "VarHandleOp",
            node ->
                node.putAttr("dtype", Graphs.type(dtype))
                    .putAttr("shape", Graphs.shape(Shape.unknown())))
        .node("assign", "AssignVariableOp", dtype(dtype), "variable", "value")
        .node("read", "ReadVariableOp", dtype(dtype), "variable");
  }

  private static Consumer<NodeDef.Builder> dtype(DType dtype) {
    return node -> node.putAttr("dtype", Graphs.type(dtype));
  }

  private static void run(TensorFlowOracle oracle, String target, Tensor value) {
    assertThat(oracle.run(Map.of("value", value), List.of(), List.of(target))).isEmpty();
  }

  private static Tensor fetch(TensorFlowOracle oracle, String endpoint) {
    return oracle.run(Map.of(), List.of(endpoint), List.of()).getFirst();
  }

  private static float draw(TensorFlowOracle oracle) {
    Map<String, Tensor> one = Map.of("shape", Tensors.vector(1));
    return oracle.run(one, List.of("random"), List.of()).getFirst().getFloat(0);
  }
}
