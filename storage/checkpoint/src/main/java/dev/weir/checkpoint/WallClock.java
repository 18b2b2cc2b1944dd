package dev.weir.checkpoint;

import dev.weir.time.Time;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clock on the wall of the {@linkplain Time#current() current time}; it may jump. */
final class WallClock extends Clock {
  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return Clock.systemUTC().withZone(zone);
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(Time.current().currentMillis());
  }
}
