package dev.weir.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.wire.CreateSession;
import dev.weir.cluster.internal.wire.CreateWorkerSession;
import dev.weir.cluster.internal.wire.SessionOptions;
import dev.weir.cluster.internal.wire.StepOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever duration a peer sends, a clock of nanoseconds can count it. */
final class TestDurations {
  @ParameterizedTest
  @ValueSource(
      longs = {
        Long.MIN_VALUE,
        Long.MIN_VALUE + 1,
        -1,
        0,
        1,
        Long.MAX_VALUE / 1_000_000,
        Long.MAX_VALUE / 1_000_000 + 1,
        Long.MAX_VALUE
      })
  void everyDurationOfAPeerIsWithinAYear(long millis) {
    Duration sent = Duration.ofMillis(millis);
    isWithinAYear(Durations.ofMillis(millis));
    isWithinAYear(
        new CreateSession(ByteBuffer.allocate(0), SessionOptions.DEFAULT, "", sent).lease());
    isWithinAYear(new CreateWorkerSession("s", null, PlayedTask.SELF, false, "", 1, sent).lease());
    isWithinAYear(new StepOptions(false, sent).limit());
    isWithinAYear(new StepOptions(false, Duration.ofSeconds(millis)).limit());
    isWithinAYear(new SessionOptions(List.of(), false, sent, false, false, "").stepLimit());
  }

  private static void isWithinAYear(Duration limited) {
    assertThat(limited).isBetween(Duration.ZERO, Duration.ofDays(365));
    assertThat(limited.toNanos()).isNotNegative();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 45_000, 86_400_000})
  void usualDurationsStayAsTheyAre(long millis) {
    assertThat(Durations.ofMillis(millis)).isEqualTo(Duration.ofMillis(millis));
  }
}
