package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TestCadence {
  @Test
  void countsSteps() {
    Cadence.Timer timer = Cadence.everySteps(10).timer();
    assertThat(timer.isDue(9)).isFalse();
    assertThat(timer.isDue(12)).isTrue();
    timer.done(12);
    assertThat(timer.isDue(21)).isFalse();
    assertThat(timer.isDue(22)).isTrue();
  }

  @Test
  void beginsAnewWhenStepsAreUndone() {
    Cadence.Timer timer = Cadence.everySteps(10).timer();
    timer.done(100);
    assertThat(timer.isDue(51)).isFalse();
    assertThat(timer.isDue(61)).isTrue();
  }

  @Test
  void measuresTime() {
    AtomicLong now = new AtomicLong(5);
    Cadence.Timer timer = Cadence.every(Duration.ofNanos(10)).timer(now::get);
    assertThat(timer.isDue(1_000_000)).isFalse();
    now.set(15);
    assertThat(timer.isDue(1)).isTrue();
    timer.done(1);
    assertThat(timer.isDue(1)).isFalse();
    now.set(20);
    assertThat(timer.secondsSince()).isEqualTo(5e-9);
  }

  @Test
  void refusesWhatIsNoDistance() {
    assertThatThrownBy(() -> Cadence.everySteps(0)).hasMessageContaining("got 0");
    assertThatThrownBy(() -> Cadence.every(Duration.ZERO)).hasMessageContaining("got PT0S");
  }
}
