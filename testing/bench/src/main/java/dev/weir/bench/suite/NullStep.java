package dev.weir.bench.suite;

import dev.weir.bench.cluster.ClientSession;
import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.bench.harness.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a step over a cluster costs that computes next to nothing, and how fast it moves a large
 * vector from a ps to a worker and back. Tasks of Weir's that are on one machine do without TCP;
 * how they do with it, as they would on several, is measured too.
 */
final class NullStep implements Benchmark {
  private static final List<Size> SIZES =
      List.of(new Size("1-float", 1), new Size("4MB", 1_000_000), new Size("100MB", 25_000_000));

  private static final String FIRST = "null-step/first-1000";
  private static final int COLD_STEPS = 1000;

  /** A vector of so many floats. */
  private record Size(String name, int floats) {
    /** What goes over the network in a step, there and back, in GB. */
    double gigabytes() {
      return 2.0 * Float.BYTES * floats / 1e9;
    }
  }

  @Override
  public String name() {
    return "null-step";
  }

  @Override
  public String about() {
    return "read a variable on a ps, scale on a worker, add on the ps, 3 processes: ms, GB/s";
  }

  @Override
  public void run(Bench bench) {
    try (ClusterRivals rivals = new ClusterRivals(1, 1, bench.report())) {
      if (bench.wants(FIRST)) {
        measureFirst(bench, rivals);
      }
      rivals.addOverTcp(1, 1, bench.report());
      for (Size size : SIZES) {
        if (bench.wants(name() + "/" + size.name()) || bench.wants(overTcp(size))) {
          measure(bench.forProcesses(), rivals, size);
        }
      }
    }
  }

  private void measure(Bench bench, ClusterRivals rivals, Size size) {
    String result = name() + "/" + size.name();
    List<Contender> contenders =
        rivals.names().stream()
            .map(rival -> rivals.contender(rival, rivals.nullStep(rival, size.floats(), 0)))
            .toList();
    Measurements measured = bench.measure(result, contenders);
    report(bench, size, result, Duel.WEIR, measured);
    report(bench, size, overTcp(size), ClusterRivals.OVER_TCP, measured);
  }

  private static String overTcp(Size size) {
    return "null-step/" + size.name() + "/tcp";
  }

  /** A thousand steps of processes that were just started. */
  private static void measureFirst(Bench bench, ClusterRivals rivals) {
    bench.report().begin(FIRST);
    Map<String, Double> milliseconds = new LinkedHashMap<>();
    for (String rival : rivals.names()) {
      ClientSession.Step step = rivals.nullStep(rival, 1, 0);
      long start = System.nanoTime();
      for (int i = 0; i < COLD_STEPS; i++) {
        step.run();
      }
      milliseconds.put(rival, (System.nanoTime() - start) / 1e6 / COLD_STEPS);
    }
    Result result = Result.cost(FIRST, "ms", milliseconds.getOrDefault(Duel.WEIR, Double.NaN));
    Double theirs = milliseconds.get(Duel.TENSORFLOW);
    bench.report().add(theirs == null ? result : result.withPeer(Duel.TENSORFLOW, theirs));
  }

  private static void report(
      Bench bench, Size size, String name, String whose, Measurements measured) {
    double weir = measured.seconds(whose);
    Result result =
        Result.cost(name, "ms", 1e3 * weir).with("gigabytesPerSecond", size.gigabytes() / weir);
    if (measured.has(Duel.TENSORFLOW)) {
      double theirs = measured.seconds(Duel.TENSORFLOW);
      result =
          result
              .withPeer(Duel.TENSORFLOW, 1e3 * theirs)
              .with("tensorflowGigabytesPerSecond", size.gigabytes() / theirs);
    }
    bench.report().add(result);
  }
}
