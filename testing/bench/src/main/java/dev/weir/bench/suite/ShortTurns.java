package dev.weir.bench.suite;

import dev.weir.bench.cluster.ClientSession;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Steps of several clusters, timed one by one in turns of a few milliseconds. What else the machine
 * does meets all of them alike, and few of their steps, so that their ratio holds on a busy machine
 * too.
 */
final class ShortTurns {
  private static final int MOST_STEPS = 50;
  private static final int MOST_TURNS = 1000;
  private static final int FEWEST_TURNS = 5;
  private static final Duration TURN = Duration.ofMillis(10);

  private ShortTurns() {}

  /** The median of what steps take in seconds, by the name of the cluster; all are warm. */
  static Map<String, Double> medians(Map<String, ClientSession.Step> steps, Duration limit) {
    Map<String, Times> all = new LinkedHashMap<>();
    steps.keySet().forEach(name -> all.put(name, new Times()));
    long start = System.nanoTime();
    for (int turn = 0;
        turn < MOST_TURNS && (turn < FEWEST_TURNS || isWithin(start, limit));
        turn++) {
      steps.forEach((name, step) -> all.getOrDefault(name, new Times()).take(step));
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    all.forEach((name, times) -> medians.put(name, times.median()));
    return medians;
  }

  private static boolean isWithin(long start, Duration limit) {
    return System.nanoTime() - start < limit.toNanos();
  }

  /** What the steps of one cluster take. */
  private static final class Times {
    private final double[] seconds = new double[MOST_STEPS * MOST_TURNS];
    private int count;

    void take(ClientSession.Step step) {
      long begun = System.nanoTime();
      for (int i = 0; i < MOST_STEPS && isWithin(begun, TURN); i++) {
        long start = System.nanoTime();
        step.run();
        seconds[count++] = (System.nanoTime() - start) / 1e9;
      }
    }

    double median() {
      double[] sorted = Arrays.copyOf(seconds, count);
      Arrays.sort(sorted);
      return sorted[count / 2];
    }
  }
}
