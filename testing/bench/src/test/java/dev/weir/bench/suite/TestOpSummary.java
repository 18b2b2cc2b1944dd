package dev.weir.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.bench.harness.BenchResult;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class TestOpSummary {
  private final OpSummary summary = new OpSummary();

  @Test
  void theMeanIsGeometric() {
    add("ops/Add", 0.5);
    add("ops/Mul", 8);
    assertThat(result().weir()).isCloseTo(2, within(1e-9));
  }

  @Test
  void countsWhatIsBelowAPeer() {
    add("ops/Add", 0.5);
    add("ops/Mul", 0.8);
    add("ops/Sub", 2);
    assertThat(result().extras())
        .containsEntry("cases", 3.0)
        .containsEntry("below1", 2.0)
        .containsEntry("below0.7", 1.0);
  }

  @Test
  void namesTheWorstFirst() {
    add("ops/Add", 0.5);
    add("ops/Cast/bool-float32", 0.01234);
    assertThat(result().labels()).containsEntry("worst", "Cast/bool-float32 0.0123, Add 0.500");
  }

  @Test
  void resultsWithoutAPeerDoNotCount() {
    add("ops/Add", 0.5);
    summary.add(BenchResult.cost("ops/Abs", "ms", 1));
    assertThat(summary.result("ops/geomean")).isNull();
  }

  private void add(String name, double ratio) {
    summary.add(BenchResult.cost(name, "ms", 1).withPeer("tensorflow", ratio));
  }

  private BenchResult result() {
    return Objects.requireNonNull(summary.result("ops/geomean"));
  }
}
