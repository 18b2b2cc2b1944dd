package dev.weir.simulation;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happened in a simulation, as a hash over all of it, and as lines for those who ask. */
final class EventLog {
  private static final Logger LOG = LoggerFactory.getLogger("simulation");
  private static final long PRIME = 0x100000001b3L;

  private final boolean prints;
  private long hash = 0xcbf29ce484222325L;
  private long count;

  EventLog(boolean prints) {
    this.prints = prints;
  }

  void add(long nanos, String what) {
    count++;
    hash = (hash ^ nanos) * PRIME;
    for (int i = 0; i < what.length(); i++) {
      hash = (hash ^ what.charAt(i)) * PRIME;
    }
    if (prints && LOG.isInfoEnabled()) {
      LOG.info("{} ms  {}", String.format(Locale.ROOT, "%,14.3f", nanos / 1e6), what);
    }
  }

  /** Equal for two runs in which the same happened at the same times. */
  long hash() {
    return hash;
  }

  long count() {
    return count;
  }
}
