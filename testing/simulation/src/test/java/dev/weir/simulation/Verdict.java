package dev.weir.simulation;

import dev.weir.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What was found wrong in a simulation, and how often calls ended how. */
final class Verdict {
  private final List<String> wrongs = new ArrayList<>();
  private final Map<String, Integer> counts = new TreeMap<>();

  void wrong(String what) {
    wrongs.add(what);
  }

  List<String> wrongs() {
    return wrongs;
  }

  /** Counts a call by what it was and how it ended; null for success. */
  void counted(String what, @Nullable ErrorCode end) {
    int space = what.indexOf(' ');
    String kind = space < 0 ? what : what.substring(0, space);
    counts.merge(kind + " " + (end == null ? "succeeded" : end), 1, Integer::sum);
  }

  /** Counts faults that happened. */
  void counted(Fault kind, int count) {
    counts.merge(kind.name(), count, Integer::sum);
  }

  Map<String, Integer> counts() {
    return counts;
  }
}
