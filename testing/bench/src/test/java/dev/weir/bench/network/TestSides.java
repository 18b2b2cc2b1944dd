package dev.weir.bench.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.bench.harness.ProcessMemory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class TestSides {
  private static final int STEPS = 3;

  /** Every kind of layer that is quick, in small. */
  private static final Network SMALL =
      new Network(
          "small",
          List.of(13L, 13L, 2L),
          List.of(
              new Part.Convolution(5, 2, 1, 4),
              new Part.MaxPool(3, 1),
              new Part.Convolution(3, 1, 1, 8),
              new Part.Dense(16, true),
              new Part.Dense(5, false)));

  private static final Network SEQUENCES =
      new Network(
          "sequences",
          List.of(4L, 6L),
          List.of(new Part.Lstm(8, true), new Part.Lstm(8, false), new Part.Dense(5, false)));

  @Test
  void weirAndTensorFlowLearnTheSame() {
    for (Network network : List.of(SMALL, SEQUENCES)) {
      Task task = new Task(network, 3, true);
      float[][] losses = new float[STEPS][];
      try (Side weir = new WeirSide(task);
          Side peer = new TensorFlowSide(task, 2)) {
        for (int i = 0; i < STEPS; i++) {
          losses[i] = weir.observe();
        }
        assertThat(losses[STEPS - 1][0]).isLessThan(losses[0][0]);
        Observed.checkAgreement(losses, peer, 1e-4);
      }
    }
  }

  @Test
  void anUnrolledGraphLearnsTheSame() {
    Task task = new Task(SEQUENCES, 3, true);
    try (Side weir = new WeirSide(task);
        Side peer = TensorFlowSide.unrolled(task, 2)) {
      assertThat(peer.name()).isEqualTo("tensorflow-unrolled");
      Observed.checkAgreement(new float[][] {weir.observe(), weir.observe()}, peer, 1e-4);
    }
  }

  @Test
  void scoresAreCompared() {
    Task task = new Task(SMALL, 3, false);
    try (Side weir = new WeirSide(task);
        Side peer = new TensorFlowSide(task, 2)) {
      float[][] scores = {weir.observe()};
      assertThat(scores[0]).hasSize(3 * 5);
      Observed.checkAgreement(scores, peer, 1e-4);
      scores[0][7] += 1;
      assertThatThrownBy(() -> Observed.checkAgreement(scores, peer, 1e-4))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("number 7 of step 0");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX) // the peak is read from /proc
  void memoryIsMeasuredInAnotherProcess() throws MemoryUse.Failed {
    assertThat(ProcessMemory.tellsPeak()).isTrue();
    Task task = new Task(Network.MLP, 128, true);
    MemoryUse use = MemoryUse.of(MemoryUse.WEIR, task, 2, 2);
    long weights = 4 * (784 * 512 + 512 * 512 + 512 * 10);
    assertThat(use.inUse()).isBetween(weights, 5 * weights);
    assertThat(use.reserved()).isGreaterThanOrEqualTo(use.inUse());
    // pages of the JVM come and go
    assertThat(use.peak()).isGreaterThanOrEqualTo(weights / 2);
    assertThat(use.firstStep()).isGreaterThanOrEqualTo(weights / 2);
    assertThatThrownBy(() -> MemoryUse.of("caffe", task, 2, 2))
        .isInstanceOf(MemoryUse.Failed.class)
        .hasMessageContaining("no system is called caffe");
  }
}
