package dev.weir.runtime.internal.execute;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a plan counts as quick, and when no more. */
final class TestLatencyEstimate {
  private static final long QUICK = 5_000;
  private static final long SLOW = 500_000;

  private final LatencyEstimate pace = new LatencyEstimate();

  private void take(int turns, long nanos) {
    for (int i = 0; i < turns; i++) {
      pace.took(nanos);
    }
  }

  @Test
  void nothingIsQuickUntilItWasOften() {
    assertThat(pace.isQuick()).isFalse();
    take(10, QUICK);
    assertThat(pace.isQuick()).isFalse();
    take(90, QUICK);
    assertThat(pace.isQuick()).isTrue();
  }

  @Test
  void slowPlansAreNeverQuick() {
    take(1000, SLOW);
    assertThat(pace.isQuick()).isFalse();
  }

  @Test
  void aPlanThatBecomesSlowStopsBeingQuickSoon() {
    take(1000, QUICK);
    take(10, SLOW);
    assertThat(pace.isQuick()).isFalse();
  }

  @Test
  void aThreadThatWasStoppedNowAndThenDoesNotCount() {
    take(200, QUICK);
    for (int i = 0; i < 1000; i++) {
      take(19, QUICK);
      take(1, SLOW);
      assertThat(pace.isQuick()).as("after %d stops", i).isTrue();
    }
  }

  @Test
  void everyThirdTurnBeingSlowCounts() {
    take(200, QUICK);
    for (int i = 0; i < 100; i++) {
      take(2, QUICK);
      take(1, SLOW);
    }
    assertThat(pace.isQuick()).isFalse();
  }

  @Test
  void aPlanThatWasSlowForLongBecomesQuickAgain() {
    take(100_000, 1_000 * SLOW);
    take(100, QUICK);
    assertThat(pace.isQuick()).isTrue();
  }
}
