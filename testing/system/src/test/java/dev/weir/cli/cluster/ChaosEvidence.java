package dev.weir.cli.cluster;

import java.util.EnumMap;
import java.util.Map;

/** What tasks say in their logs of faults that have struck them. Thread-safe. */
final class ChaosEvidence {
  /** A consequence of faults, and the words by which it is known. */
  enum Consequence {
    SILENCE("no response from"),
    CONNECTION_LOST("session lost, opening another one"),
    VALUES_LOST("variables have lost their values"),
    TAKE_OVER("this worker takes over"),
    FENCED("is refused|is not the chief any more"),
    DISK_FULL("the disk is full");

    private final String words;

    Consequence(String words) {
      this.words = words;
    }

    boolean isToldBy(String line) {
      for (String each : words.split("\\|")) {
        if (line.contains(each)) {
          return true;
        }
      }
      return false;
    }
  }

  private final Map<Consequence, Integer> seen = new EnumMap<>(Consequence.class);

  ChaosEvidence() {
    for (Consequence each : Consequence.values()) {
      seen.put(each, 0);
    }
  }

  synchronized void add(String line) {
    for (Consequence each : Consequence.values()) {
      if (each.isToldBy(line)) {
        seen.merge(each, 1, Integer::sum);
      }
    }
  }

  synchronized int count(Consequence of) {
    return seen.getOrDefault(of, 0);
  }

  synchronized Map<Consequence, Integer> all() {
    return new EnumMap<>(seen);
  }
}
