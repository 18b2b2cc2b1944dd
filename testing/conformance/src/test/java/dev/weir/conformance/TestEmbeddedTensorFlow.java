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
          .serialized();

  @Test
  void preparedStepRunsAgainAndAgain() {
    ForkedCheck.run(PreparedStep.class);
  }

  @Test
  void useAfterCloseIsAnException() {
    ForkedCheck.run(UseAfterClose.class);
  }

  @Test
  void stepsThroughTensorFlowJava() {
    ForkedCheck.run(JavaSteps.class);
  }

  @Test
  void failedCheckIsReported() {
    assertThatThrownBy(() -> ForkedCheck.run(Failing.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("on purpose");
  }

  @Test
  void abortOfTensorFlowIsOneFailedCheck() {
    assertThatThrownBy(() -> ForkedCheck.run(Aborting.class))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("but was: 134"); // SIGABRT
  }

  static final class PreparedStep extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
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
  }

  static final class UseAfterClose extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
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
  }

  static final class JavaSteps extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
      try (TensorFlowJavaStep step = new TensorFlowJavaStep()) {
        assertThat(step.run(2)).isEqualTo(3);
        assertThat(step.run(-1)).isEqualTo(0);
      }
    }
  }

  static final class Failing extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
      assertThat(1).as("on purpose").isEqualTo(2);
    }
  }

  static final class Aborting extends ForkedCheck {
    @Override
    void run(List<String> arguments) {
      byte[] abort = new Graphs().node("abort", "Abort", node -> {}).serialized();
      try (EmbeddedTensorFlow tensorflow = EmbeddedTensorFlow.of(abort)) {
        tensorflow.run(Map.of(), List.of(), List.of("abort"));
      }
    }
  }
}
