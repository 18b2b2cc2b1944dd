package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The TensorFlow that benchmarks load into their own process. */
final class TestEmbeddedTensorFlow {
  private static final byte[] SUM =
      new Graphs()
          .placeholder("x", DType.FLOAT32, Shape.unknown())
          .constant("one", 1)
          .typed("sum", "AddV2", DType.FLOAT32, "x", "one")
          .serialised();

  @Test
  void preparedStepRunsAgainAndAgain() {
    try (EmbeddedTensorFlow tensorflow = EmbeddedTensorFlow.of(SUM);
        TensorFlowStep step =
            tensorflow.prepare(Map.of("x", Tensors.scalar(2f)), List.of("sum"), List.of())) {
      assertThatThrownBy(step::results).hasMessageContaining("has not run");
      for (int i = 0; i < 3; i++) {
        step.execute();
        assertThat(step.results().getFirst().getFloat(0)).isEqualTo(3);
      }
    }
  }

  @Test
  void useAfterCloseIsAnException() {
    EmbeddedTensorFlow tensorflow = EmbeddedTensorFlow.of(SUM);
    TensorFlowStep step =
        tensorflow.prepare(Map.of("x", Tensors.scalar(2f)), List.of("sum"), List.of());
    tensorflow.close();
    tensorflow.close();
    assertThatThrownBy(step::execute).hasMessageContaining("session is closed");
    assertThatThrownBy(() -> tensorflow.inferredShape("sum"))
        .hasMessageContaining("graph is closed");
    step.close();
    step.close();
    assertThatThrownBy(step::execute).hasMessage("this step is closed");
  }

  @Test
  void stepsThroughTensorFlowJava() {
    try (TensorFlowJavaStep step = new TensorFlowJavaStep()) {
      assertThat(step.run(2)).isEqualTo(3);
      assertThat(step.run(-1)).isEqualTo(0);
    }
  }
}
