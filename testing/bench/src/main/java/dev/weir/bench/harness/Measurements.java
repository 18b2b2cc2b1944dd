package dev.weir.bench.harness;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was measured of several contenders in one run. */
public final class Measurements {
  private final Map<String, Measurement> byName = new LinkedHashMap<>();

  void add(Measurement measurement) {
    byName.put(measurement.name(), measurement);
  }

  /** Whether there was such a contender. */
  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /** What was measured of a contender. */
  public Measurement of(String name) {
    Measurement measurement = byName.get(name);
    if (measurement == null) {
      throw new IllegalArgumentException(name + " was not measured, only " + byName.keySet());
    }
    return measurement;
  }

  /** Calls per second of a contender. */
  public double rate(String name) {
    return of(name).rate();
  }

  /** Seconds a call of a contender takes. */
  public double seconds(String name) {
    return of(name).median();
  }
}
