package dev.weir.cluster.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clusters under simulated faults. {@code -Dweir.seed=N} runs one seed and prints what happens;
 * {@code -Dweir.seeds=N} runs so many, from {@code -Dweir.firstSeed=N} on.
 */
@Timeout(3600)
final class TestSimulation {
  private static final Logger LOG = LoggerFactory.getLogger("simulation");
  private static final int SEEDS = 2_000;
  private static final int MOST_FAILURES = 10;

  private final CapturedLog log = new CapturedLog(); // tasks have much to warn of

  @AfterEach
  void stop() {
    log.close();
  }

  @Test
  void keepsItsPromisesUnderFaults() {
    Long only = Long.getLong("weir.seed");
    long first = only == null ? Long.getLong("weir.firstSeed", 1) : only;
    long count = only == null ? Long.getLong("weir.seeds", SEEDS) : 1;
    List<String> failures = new ArrayList<>();
    Map<String, Integer> counts = new TreeMap<>();
    long events = 0;
    for (long seed = first; seed < first + count && failures.size() < MOST_FAILURES; seed++) {
      log.clear();
      Simulation.Outcome outcome = Simulation.run(seed, only != null);
      outcome.counts().forEach((kind, number) -> counts.merge(kind, number, Integer::sum));
      events += outcome.events();
      List<String> wrongs = new ArrayList<>(outcome.wrongs());
      log.errors().forEach(error -> wrongs.add("an error was logged: " + error));
      if (!wrongs.isEmpty()) {
        failures.add(
            "seed "
                + seed
                + " (-Dtest=TestSimulation -Dweir.seed="
                + seed
                + " replays it):\n  "
                + String.join("\n  ", wrongs));
      }
    }
    LOG.info("{} seeds, {} events: {}", count, events, counts);
    assertThat(failures).withFailMessage(() -> String.join("\n", failures)).isEmpty();
  }

  @Test
  void sameSeedSameEvents() {
    for (long seed = 1; seed <= 20; seed++) {
      assertThat(Simulation.run(seed, false).hash())
          .as("events of seed %d", seed)
          .isEqualTo(Simulation.run(seed, false).hash());
    }
  }
}
