package dev.weir.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class TestMeasurement {
  @Test
  void medianIsTheMiddleOne() {
    assertThat(new Measurement("a", 5, 1, 100).median()).isEqualTo(5);
  }

  @Test
  void medianOfAnEvenNumberIsBetweenTheMiddleTwo() {
    assertThat(new Measurement("a", 4, 1, 2, 100).median()).isEqualTo(3);
  }

  @Test
  void medianOfOneIsThatOne() {
    assertThat(new Measurement("a", 7).median()).isEqualTo(7);
  }

  @Test
  void rateIsCallsPerSecond() {
    assertThat(new Measurement("a", 0.25, 0.2, 0.5).rate()).isEqualTo(4);
  }

  @Test
  void spreadIsThatOfTheMiddleHalf() {
    assertThat(new Measurement("a", 8, 9, 10, 11, 12).spread()).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void nothingIsNoMeasurement() {
    assertThatThrownBy(() -> new Measurement("a")).hasMessageContaining("nothing was measured");
  }

  @Test
  void unknownContendersAreNamed() {
    Measurements measurements = new Measurements();
    measurements.add(new Measurement("a", 1));
    assertThat(measurements.has("b")).isFalse();
    assertThatThrownBy(() -> measurements.of("b")).hasMessageContaining("[a]");
  }
}
