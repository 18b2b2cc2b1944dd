package dev.weir.cli.cluster;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The wall clock of a process that runs with the {@link ClockAgent}, which has all code outside the
 * JDK call these methods instead of the JDK's of the same names.
 */
public final class ShiftedClock {
  private static volatile @Nullable ClockShift shift;

  private ShiftedClock() {}

  static void shiftBy(ClockShift by) {
    shift = by;
  }

  private static long shiftMillis() {
    ClockShift by = shift;
    return by == null ? 0 : by.millis();
  }

  public static long currentTimeMillis() {
    return System.currentTimeMillis() + shiftMillis();
  }

  public static Instant now() {
    return Instant.now().plusMillis(shiftMillis());
  }

  public static Clock systemUTC() {
    return new Shifted(ZoneOffset.UTC);
  }

  public static Clock systemDefaultZone() {
    return new Shifted(ZoneId.systemDefault());
  }

  /** Asks for the shift each time it is read, as it may change. */
  private static final class Shifted extends Clock {
    private final ZoneId zone;

    Shifted(ZoneId zone) {
      this.zone = zone;
    }

    @Override
    public ZoneId getZone() {
      return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
      return new Shifted(other);
    }

    @Override
    public Instant instant() {
      return Clock.offset(Clock.system(zone), Duration.ofMillis(shiftMillis())).instant();
    }
  }
}
