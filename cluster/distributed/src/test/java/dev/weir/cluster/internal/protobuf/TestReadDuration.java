package dev.weir.cluster.internal.protobuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TestReadDuration {
  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE})
  void anyNumberOfMillisecondsIsADurationThatAClockCanCount(long millis) {
    Duration read = SchemaRecords.readDuration(millis);
    assertThat(read.toNanos()).isBetween(0L, Duration.ofDays(365).toNanos());
  }
}
