package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** TensorFlow may die or hang: that is an answer about one graph, and the next one is asked. */
final class TestOracleProcess {
  private static final byte[] SUM =
      new Graphs()
          .placeholder("x", DType.FLOAT32, Shape.unknown())
          .constant("one", 1)
          .typed("sum", "AddV2", DType.FLOAT32, "x", "one")
          .serialized();

  private static final byte[] EMPTY_QUEUE =
      new Graphs()
          .node(
              "queue",
              "FIFOQueueV2",
              node -> node.putAttr("component_types", Graphs.types(DType.FLOAT32)))
          .node(
              "dequeue",
              "QueueDequeueV2",
              node -> node.putAttr("component_types", Graphs.types(DType.FLOAT32)),
              "queue")
          .serialized();

  private static byte[] abort(boolean exitsWithoutError) {
    return new Graphs()
        .node(
            "abort",
            "Abort",
            node ->
                node.putAttr("error_msg", Graphs.text("on purpose"))
                    .putAttr("exit_without_error", Graphs.truth(exitsWithoutError)))
        .serialized();
  }

  @Test
  void failedCheckInsideTensorFlowIsOneAnswer() {
    OracleCrash crash = crash(abort(false));
    assertThat(crash).hasMessageStartingWith("TensorFlow crashed: signal 6: ");
    assertThat(crash).hasMessageContaining("on purpose");
    assertThat(crash.isHang()).isFalse();
    assertAnswers();
  }

  @Test
  void exitInsideTensorFlowIsOneAnswer() {
    assertThat(crash(abort(true))).hasMessageStartingWith("TensorFlow crashed: exit 0");
    assertAnswers();
  }

  @Test
  void deadProcessIsReplaced() {
    long killed;
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM)) {
      killed = oracle.process().pid();
      assertThat(ProcessHandle.of(killed).orElseThrow().destroyForcibly()).isTrue();
      assertThatThrownBy(() -> run(oracle)).isInstanceOf(OracleCrash.class);
      assertThatThrownBy(() -> run(oracle)).isInstanceOf(OracleCrash.class);
      assertThatThrownBy(() -> oracle.inferredShape("sum")).isInstanceOf(OracleCrash.class);
    }
    try (TensorFlowOracle next = TensorFlowOracle.of(SUM)) {
      assertThat(next.process().pid()).isNotEqualTo(killed);
      assertThat(run(next)).isEqualTo(3);
    }
  }

  @Test
  void otherGraphsLiveOn() {
    try (TensorFlowOracle other = TensorFlowOracle.of(SUM)) {
      crash(abort(false));
      assertThat(run(other)).isEqualTo(3);
    }
  }

  @Test
  void stepWithoutAnswerIsKilledAtItsDeadline() {
    SessionSettings unlimited = SessionSettings.PLAIN.withDeadline(Duration.ZERO);
    Duration deadline = Duration.ofMillis(300);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(EMPTY_QUEUE, unlimited, deadline)) {
      OracleCrash crash =
          catchThrowableOfType(
              OracleCrash.class, () -> oracle.run(Map.of(), List.of("dequeue"), List.of()));
      assertThat(crash).hasMessage("TensorFlow hung: no answer to RUN within 300 ms");
      assertThat(crash.isHang()).isTrue();
      assertThat(oracle.process().isAlive()).isFalse();
    }
    assertAnswers();
  }

  private static OracleCrash crash(byte[] graph) {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
      OracleCrash crash =
          catchThrowableOfType(
              OracleCrash.class, () -> oracle.run(Map.of(), List.of(), List.of("abort")));
      assertThat(crash).isNotNull();
      return crash;
    }
  }

  private static void assertAnswers() {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM)) {
      assertThat(run(oracle)).isEqualTo(3);
    }
  }

  private static float run(TensorFlowOracle oracle) {
    return oracle
        .run(Map.of("x", Tensors.scalar(2f)), List.of("sum"), List.of())
        .getFirst()
        .getFloat(0);
  }
}
