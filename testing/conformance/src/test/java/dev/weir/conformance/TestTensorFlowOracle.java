package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.error.WeirException;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TestTensorFlowOracle {
  private static final byte[] SUM =
      new Graphs()
          .placeholder("x", DType.FLOAT32, Shape.unknown())
          .constant("one", 1)
          .typed("sum", "AddV2", DType.FLOAT32, "x", "one")
          .typed("twice", "AddV2", DType.FLOAT32, "sum", "sum")
          .serialized();

  @Test
  void computesWhatIsFetchedInTheOrderAskedFor() {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM)) {
      List<Tensor> results =
          oracle.run(
              Map.of("x", Tensors.vector(2f, 3f)), List.of("twice", "sum:0", "twice"), List.of());
      assertThat(results).hasSize(3);
      assertThat(results.get(0).getFloat(1)).isEqualTo(8);
      assertThat(results.get(1).getFloat(1)).isEqualTo(4);
      assertThat(results.get(2).getFloat(0)).isEqualTo(6);
    }
  }

  @Test
  void anyEdgeCanBeFed() {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM)) {
      Tensor result =
          oracle.run(Map.of("sum:0", Tensors.scalar(5f)), List.of("twice"), List.of()).getFirst();
      assertThat(result.getFloat(0)).isEqualTo(10);
    }
  }

  @Test
  void namesAnUnknownNodeOrOutput() {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM)) {
      assertThatThrownBy(() -> oracle.run(Map.of(), List.of("product"), List.of()))
          .isInstanceOf(WeirException.class)
          .hasMessage("TensorFlow's graph has no node \"product\"");
      assertThatThrownBy(() -> oracle.inferredShape("sum:1"))
          .isInstanceOf(WeirException.class)
          .hasMessage("node \"sum\" has 1 outputs in TensorFlow's graph, asked for sum:1");
      assertThatThrownBy(() -> oracle.outputDtype("sum:first"))
          .isInstanceOf(WeirException.class)
          .hasMessage("an endpoint is \"node\" or \"node:output\", got \"sum:first\"");
    }
  }

  @Test
  void optimizedSessionComputesTheSame() {
    SessionSettings settings = SessionSettings.PLAIN.withOptimized(true).withThreads(1);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM, settings)) {
      Tensor result =
          oracle.run(Map.of("x", Tensors.scalar(2f)), List.of("twice"), List.of()).getFirst();
      assertThat(result.getFloat(0)).isEqualTo(6);
    }
  }

  @Test
  void useAfterCloseIsAnException() {
    TensorFlowOracle oracle = TensorFlowOracle.of(SUM);
    oracle.close();
    oracle.close();
    assertThatThrownBy(() -> oracle.inferredShape("sum")).hasMessage("this oracle is closed");
    assertThatThrownBy(() -> oracle.run(Map.of(), List.of("one"), List.of()))
        .hasMessage("this oracle is closed");
  }

  @Test
  void runsAsItsSettingsSay() {
    assertThat(OracleSettings.onednn()).isEqualTo(System.getProperty("weir.oracle.onednn", "0"));
    assertThat(TensorFlowOps.version()).startsWith("2.18.");
  }
}
