package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process makes thousands of oracles; none of them may leave anything behind. */
@Tag("thorough")
final class TestOracleMemory {
  private static final long MEBIBYTE = 1L << 20;
  private static final Tensor TEXT = Tensors.vector("z".repeat(100_000), "z".repeat(100_000));
  private static final Tensor NUMBERS = Tensor.allocate(DType.FLOAT32, Shape.of(100_000)).freeze();

  @Test
  void graphsAndSessionsAreFreed() {
    byte[] graph = identity(DType.FLOAT32);
    assertNothingIsLeft(
        500,
        () -> {
          try (TensorFlowOracle oracle = TensorFlowOracle.of(graph)) {
            oracle.run(Map.of("x", NUMBERS), List.of("y"), List.of()).getFirst().close();
          }
        });
  }

  @Test
  void stringsAreFreed() {
    assertNothingIsLeft(
        20,
        () -> {
          try (TensorFlowOracle oracle = TensorFlowOracle.of(identity(DType.STRING))) {
            for (int i = 0; i < 50; i++) {
              oracle.run(Map.of("x", TEXT), List.of("y"), List.of());
            }
          }
        });
  }

  @Test
  void refusedGraphsAndStepsAreFreed() {
    byte[] refused = new Graphs().typed("y", "Identity", DType.FLOAT32, "missing").serialized();
    assertNothingIsLeft(
        20,
        () -> {
          try (TensorFlowOracle oracle = TensorFlowOracle.of(identity(DType.FLOAT32))) {
            for (int i = 0; i < 50; i++) {
              assertThatThrownBy(() -> TensorFlowOracle.of(refused));
              assertThatThrownBy(
                  () -> oracle.run(Map.of("x", NUMBERS), List.of("none"), List.of()));
              assertThatThrownBy(() -> oracle.run(Map.of("x", NUMBERS), List.of("x"), List.of()));
            }
          }
        });
  }

  /** Runs an action often; had each run kept its tensors, the processes would grow far more. */
  private static void assertNothingIsLeft(int times, Runnable action) {
    repeat(times / 5, action);
    OracleProcesses.Memory before = OracleProcesses.memory();
    repeat(times, action);
    OracleProcesses.Memory after = OracleProcesses.memory();
    assertThat(after.nativeObjects()).isLessThanOrEqualTo(before.nativeObjects() + 5);
    assertThat(after.bytes() - before.bytes()).isLessThan(150 * MEBIBYTE);
  }

  // Collected often, so that the Java heap, which counts as memory of a process, stays small.
  private static void repeat(int times, Runnable action) {
    for (int i = 0; i < times; i++) {
      action.run();
      if (i % 50 == 0) {
        OracleProcesses.memory();
      }
    }
  }

  private static byte[] identity(DType dtype) {
    return new Graphs()
        .placeholder("x", dtype, Shape.unknown())
        .typed("y", "Identity", dtype, "x")
        .serialized();
  }
}
