package dev.weir.bench.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TestNetwork {
  @Test
  void alexNetEndsAsItsPaperSays() {
    List<long[]> inputs = Network.ALEXNET.inputsOfParts();
    assertThat(inputs.get(1)).containsExactly(55, 55, 64);
    assertThat(inputs.get(8)).containsExactly(6, 6, 256);
    assertThat(Network.ALEXNET.classes()).isEqualTo(1000);
  }

  @Test
  void countsEveryProductOnceForwardAndTwiceBackwardButForTheExamples() {
    double first = 784.0 * 512;
    double others = 512.0 * 512 + 512 * 10;
    assertThat(Network.MLP.gigaflops(32, false))
        .isCloseTo(2e-9 * 32 * (first + others), within(1e-12));
    assertThat(Network.MLP.gigaflops(32, true))
        .isCloseTo(2e-9 * 32 * (2 * first + 3 * others), within(1e-12));
  }

  @Test
  void aMemoryNeedsNoGradientOfTheExamplesOnly() {
    double onInputs = 20.0 * 512 * 4 * 512;
    assertThat(Network.LSTM.gigaflops(1, true))
        .isCloseTo(2e-9 * (11 * onInputs + 3 * 512 * 10), within(1e-12));
  }

  @Test
  void whoeverAsksGetsTheSameNumbers() {
    assertThat(Network.LENET.parameters().getFirst().numbers())
        .containsExactly(Network.LENET.parameters().getFirst().numbers());
    assertThat(Network.LENET.labels(8)).containsExactly(Network.LENET.labels(8));
  }

  @Test
  void permutesDimensions() {
    Values matrix = new Values(new long[] {2, 3}, new float[] {0, 1, 2, 3, 4, 5});
    assertThat(matrix.permuted(1, 0).numbers()).containsExactly(0, 3, 1, 4, 2, 5);
    assertThat(matrix.reshaped(1, 2, 3).permuted(2, 0, 1).sizes()).containsExactly(3, 1, 2);
  }

  @Test
  void numbersSurviveBetweenProcesses() {
    float[] numbers = {1.5f, -0.1f, Float.NaN, 3e-38f};
    assertThat(PyTorchProgram.numbers(PyTorchProgram.text(numbers))).containsExactly(numbers);
  }
}
