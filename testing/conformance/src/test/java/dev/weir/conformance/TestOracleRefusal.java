package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.error.ErrorCode;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class TestOracleRefusal {
  private static final byte[] SUM =
      new Graphs()
          .placeholder("x", DType.FLOAT32, Shape.unknown())
          .placeholder("y", DType.FLOAT32, Shape.unknown())
          .typed("sum", "AddV2", DType.FLOAT32, "x", "y")
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

  @Test
  void unknownOpIsRefusedAtImport() {
    byte[] graph = new Graphs().node("a", "NoSuchOp", node -> {}).serialized();
    assertRefusedAtImport(graph, ErrorCode.NOT_FOUND, "Op type not registered 'NoSuchOp'");
  }

  @Test
  void shapesThatDoNotFitAreRefusedAtImport() {
    byte[] graph =
        new Graphs()
            .placeholder("a", DType.FLOAT32, Shape.of(2, 3))
            .placeholder("b", DType.FLOAT32, Shape.of(4, 5))
            .typed("product", "MatMul", DType.FLOAT32, "a", "b")
            .serialized();
    assertRefusedAtImport(
        graph, ErrorCode.INVALID_ARGUMENT, "Dimensions must be equal, but are 3 and 4");
  }

  @Test
  void bytesThatAreNoGraphAreRefusedAtImport() {
    assertRefusedAtImport(new byte[] {1, 2, 3}, ErrorCode.INVALID_ARGUMENT, "Invalid GraphDef");
  }

  @Test
  void failingKernelIsRefusedAtRun() {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM)) {
      OracleRefusal refusal =
          refusal(
              () ->
                  oracle.run(
                      Map.of("x", Tensors.vector(1f, 2f), "y", Tensors.vector(1f, 2f, 3f)),
                      List.of("sum"),
                      List.of()));
      assertThat(refusal.phase()).isEqualTo(OracleRefusal.Phase.RUN);
      assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
      assertThat(refusal)
          .hasMessageContaining("Incompatible shapes: [2] vs. [3]")
          .hasToString("TensorFlow refused (RUN, INVALID_ARGUMENT): " + refusal.getMessage());
    }
  }

  @Test
  void missingFeedIsRefusedAtRunAndLeavesTheSessionUsable() {
    try (TensorFlowOracle oracle = TensorFlowOracle.of(SUM)) {
      assertThatThrownBy(
              () -> oracle.run(Map.of("x", Tensors.scalar(1f)), List.of("sum"), List.of()))
          .isInstanceOf(OracleRefusal.class)
          .hasMessageContaining("You must feed a value for placeholder tensor 'y'");
      assertThat(
              oracle
                  .run(
                      Map.of("x", Tensors.scalar(1f), "y", Tensors.scalar(1f)),
                      List.of("sum"),
                      List.of())
                  .getFirst()
                  .getFloat(0))
          .isEqualTo(2);
    }
  }

  @Test
  void stepBeyondItsDeadlineIsRefused() {
    SessionSettings settings = SessionSettings.PLAIN.withDeadline(Duration.ofMillis(100));
    try (TensorFlowOracle oracle = TensorFlowOracle.of(EMPTY_QUEUE, settings)) {
      OracleRefusal refusal = refusal(() -> oracle.run(Map.of(), List.of("dequeue"), List.of()));
      assertThat(refusal.code()).isEqualTo(ErrorCode.DEADLINE_EXCEEDED);
    }
  }

  @Test
  void closingCancelsStepsThatWait() throws Exception {
    TensorFlowOracle oracle = TensorFlowOracle.of(EMPTY_QUEUE);
    CountDownLatch started = new CountDownLatch(1);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> {
              started.countDown();
              oracle.run(Map.of(), List.of("dequeue"), List.of());
            });
    started.await(10, TimeUnit.SECONDS);
    oracle.close();
    assertThatThrownBy(() -> waiting.orTimeout(10, TimeUnit.SECONDS).join())
        .isInstanceOf(CompletionException.class)
        .cause()
        .isNotInstanceOf(java.util.concurrent.TimeoutException.class);
  }

  private static void assertRefusedAtImport(byte[] graph, ErrorCode code, String message) {
    OracleRefusal refusal = refusal(() -> TensorFlowOracle.of(graph).close());
    assertThat(refusal.phase()).isEqualTo(OracleRefusal.Phase.IMPORT);
    assertThat(refusal.code()).isEqualTo(code);
    assertThat(refusal).hasMessageContaining(message);
  }

  private static OracleRefusal refusal(Runnable action) {
    OracleRefusal refusal = catchThrowableOfType(OracleRefusal.class, action::run);
    assertThat(refusal).isNotNull();
    return refusal;
  }
}
