package dev.weir.bench.suite;

import dev.weir.bench.cluster.ClientSession;
import dev.weir.bench.cluster.Transport;
import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a step over a cluster costs that computes next to nothing, and how fast it moves a large
 * vector from a ps to a worker and back. Tasks of Weir's that are on one machine do without TCP;
 * how they do with it, as they would on several, is measured too, and so are other transports.
 */
final class NullStep implements Benchmark {
  private static final List<Size> SIZES =
      List.of(new Size("1-float", 1), new Size("4MB", 1_000_000), new Size("100MB", 25_000_000));

  private static final List<Transport> TRANSPORTS = List.of(Transport.values());
  private static final String FIRST = "null-step/first-1000";
  private static final int COLD_STEPS = 1000;

  /** How long all transports together are compared step by step. */
  private static final Duration TURNS = Duration.ofSeconds(30);

  private static final Duration QUICK_TURNS = Duration.ofSeconds(2);

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
    List<Transport> transports =
        TRANSPORTS.stream()
            .filter(transport -> SIZES.stream().anyMatch(size -> wants(bench, size, transport)))
            .toList();
    // what is just starting is measured before anything else runs
    boolean first = bench.wants(FIRST);
    List<Transport> atFirst = first ? List.of(Transport.DEFAULT) : transports;
    try (ClusterRivals rivals = new ClusterRivals(1, 1, atFirst, bench.report())) {
      if (first) {
        measureFirst(bench, rivals);
        transports.stream()
            .filter(transport -> transport != Transport.DEFAULT)
            .forEach(transport -> rivals.add(transport, 1, 1, bench.report()));
      }
      for (Size size : SIZES) {
        List<Transport> wanted = ClusterRivals.wanted(bench, transports, result(size));
        if (!wanted.isEmpty()) {
          measure(bench.forProcesses(), rivals, size, wanted);
        }
      }
    }
  }

  private boolean wants(Bench bench, Size size, Transport transport) {
    return bench.wants(transport.row(result(size)));
  }

  private String result(Size size) {
    return name() + "/" + size.name();
  }

  private void measure(Bench bench, ClusterRivals rivals, Size size, List<Transport> wanted) {
    Map<String, ClientSession.Step> steps = new LinkedHashMap<>();
    for (String rival : rivals.names(wanted)) {
      steps.put(rival, rivals.nullStep(rival, size.floats(), 0));
    }
    List<Contender> contenders =
        steps.entrySet().stream()
            .map(each -> rivals.contender(each.getKey(), each.getValue()))
            .toList();
    Measurements measured = bench.measure(result(size), contenders);
    Map<String, Double> medians =
        wanted.stream().anyMatch(transport -> transport.plain() != transport)
            ? ShortTurns.medians(steps, bench.isQuick() ? QUICK_TURNS : TURNS)
            : Map.of();
    wanted.forEach(transport -> report(bench, size, transport, measured, medians));
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
    BenchResult result =
        BenchResult.cost(FIRST, "ms", milliseconds.getOrDefault(Duel.WEIR, Double.NaN));
    Double theirs = milliseconds.get(Duel.TENSORFLOW);
    bench.report().add(theirs == null ? result : result.withPeer(Duel.TENSORFLOW, theirs));
  }

  private void report(
      Bench bench,
      Size size,
      Transport transport,
      Measurements measured,
      Map<String, Double> medians) {
    double weir = measured.seconds(ClusterRivals.name(transport));
    BenchResult result =
        BenchResult.cost(transport.row(result(size)), "ms", 1e3 * weir)
            .with("gigabytesPerSecond", size.gigabytes() / weir);
    Double step = medians.get(ClusterRivals.name(transport));
    Double plain = medians.get(ClusterRivals.name(transport.plain()));
    if (step != null) {
      result = result.with("stepMilliseconds", 1e3 * step);
    }
    if (transport.plain() != transport && step != null && plain != null) {
      result = result.with("timesPlain", step / plain);
    }
    if (transport != Transport.DEFAULT && measured.has(Duel.WEIR)) {
      result = result.with("timesDefault", weir / measured.seconds(Duel.WEIR));
    }
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
