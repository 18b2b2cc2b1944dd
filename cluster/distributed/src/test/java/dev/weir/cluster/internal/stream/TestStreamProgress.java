package dev.weir.cluster.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How much has to move, at times that the test says. */
final class TestStreamProgress {
  private static final Duration STRETCH = Duration.ofSeconds(30);
  private static final long MUCH = 1L << 30;

  private final StreamProgress progress = new StreamProgress(STRETCH);
  private long now = System.nanoTime();

  /** The seconds until progress is missing, of which each moves some bytes; -1 if it is not. */
  private int missingAfter(long bytesEachSecond, long held) {
    long moved = 0;
    progress.rest(now);
    for (int second = 1; second <= 1000; second++) {
      now += 1_000_000_000L;
      moved += bytesEachSecond;
      if (progress.isMissing(now, moved, held)) {
        return second;
      }
    }
    return -1;
  }

  @Test
  void whatDoesNotMoveIsMissing() {
    assertThat(missingAfter(0, 1)).isEqualTo(STRETCH.toSeconds() + 2);
  }

  @Test
  void aLittleIsEnoughForALittle() {
    assertThat(missingAfter(StreamProgress.LEAST / 30, 1)).isEqualTo(-1);
    assertThat(missingAfter(StreamProgress.LEAST / 40, 1)).isPositive();
  }

  @Test
  void requiredProgressGrowsWithTheMemoryHeld() {
    assertThat(missingAfter(StreamProgress.LEAST, MUCH)).isPositive();
    assertThat(missingAfter(MUCH / StreamProgress.WHOLE.toSeconds() * 9 / 10, MUCH)).isPositive();
    assertThat(missingAfter(MUCH / StreamProgress.WHOLE.toSeconds() + 1, MUCH)).isEqualTo(-1);
  }

  @Test
  void timeCountsOnlyWhileSomethingIsHeld() {
    for (int i = 0; i < 100; i++) {
      now += STRETCH.toNanos() / 2;
      progress.rest(now);
      now += 1;
      assertThat(progress.isMissing(now, 0, MUCH)).isFalse();
    }
  }

  /** A process that was stopped cannot tell what others did meanwhile. */
  @Test
  void timeBetweenChecksDoesNotCount() {
    assertThat(progress.isMissing(now, 0, 1)).isFalse();
    now += 10 * STRETCH.toNanos();
    assertThat(progress.isMissing(now, 0, 1)).isFalse();
    assertThat(missingAfter(0, 1)).isPositive();
  }
}
