package dev.weir.simulation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seeds that a test runs: {@code -Dweir.seed=N} one, with every event in the log, {@code
 * -Dweir.seeds=N} so many of its scenario, from {@code -Dweir.firstSeed=N} on.
 */
final class Seeds {
  /** Runs a seed. */
  interface Scenario {
    Simulation.Outcome run(long seed, boolean prints);
  }

  private static final Logger LOG = LoggerFactory.getLogger("simulation");
  private static final int ALL = 2_000;
  private static final int MOST_FAILURES = 10;

  /** Every kind of fault happens in at least one seed of so many. */
  private static final int RAREST = 200;

  /** With fewer seeds some fault may not happen often enough. */
  private static final int ENOUGH = 1_000;

  private final String test;
  private final Set<Fault> expected;
  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, Integer> seeds = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();

  /**
   * Seeds of a test.
   *
   * @param expected the faults that must have happened in the end
   */
  Seeds(String test, Set<Fault> expected) {
    this.test = test;
    this.expected = EnumSet.copyOf(expected);
  }

  /** Runs them all; what went wrong, a paragraph for each seed, and faults that did not happen. */
  List<String> run(Scenario scenario, LoggedErrors log) {
    Long only = Long.getLong("weir.seed");
    long first = only == null ? Long.getLong("weir.firstSeed", 1) : only;
    long count = only == null ? Long.getLong("weir.seeds", ALL) : 1;
    long events = 0;
    long begin = System.nanoTime();
    for (long seed = first; seed < first + count && failures.size() < MOST_FAILURES; seed++) {
      log.clear();
      Simulation.Outcome outcome = scenario.run(seed, only != null);
      outcome.counts().forEach((kind, number) -> counts.merge(kind, number, Integer::sum));
      outcome.counts().keySet().forEach(kind -> seeds.merge(kind, 1, Integer::sum));
      events += outcome.events();
      note(seed, outcome, log);
    }
    LOG.info(
        "{}: {} seeds, {} events, {} s: {}",
        test,
        count,
        events,
        (System.nanoTime() - begin) / 1_000_000_000,
        counts);
    if (count >= ENOUGH && failures.isEmpty()) {
      for (Fault fault : expected) {
        int happened = seeds.getOrDefault(fault.name(), 0);
        if (happened < count / RAREST) {
          failures.add(
              fault + " was to happen, and did in " + happened + " of " + count + " seeds only");
        }
      }
    }
    return failures;
  }

  private void note(long seed, Simulation.Outcome outcome, LoggedErrors log) {
    List<String> wrongs = new ArrayList<>(outcome.wrongs());
    log.errors().forEach(error -> wrongs.add("an error was logged: " + error));
    if (!wrongs.isEmpty()) {
      failures.add(
          "seed "
              + seed
              + " (-Dtest="
              + test
              + " -Dweir.seed="
              + seed
              + " replays it):\n  "
              + String.join("\n  ", wrongs));
    }
  }
}
