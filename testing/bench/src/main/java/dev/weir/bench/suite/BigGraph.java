package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** A graph of many nodes that do nothing: what it costs to find out what is ready, and run it. */
final class BigGraph implements Benchmark {
  private final String name;
  private final String about;
  private final int nodes;
  private final BiFunction<Integer, Integer, Duel> build;

  private BigGraph(String name, String about, int nodes, BiFunction<Integer, Integer, Duel> build) {
    this.name = name;
    this.about = about;
    this.nodes = nodes;
    this.build = build;
  }

  static Benchmark identityChain() {
    return new BigGraph(
        "identity-chain",
        "10,000 Identity nodes one after the other: ops/s",
        10_000,
        Graphs::identityChain);
  }

  static Benchmark noOpFan() {
    return new BigGraph(
        "noop-fan",
        "10,000 NoOps joined by control edges into one: ops/s",
        10_000,
        Graphs::noOpFan);
  }

  static Benchmark hundredThousand() {
    return new BigGraph(
        "graph-100k",
        "100,000 Identity nodes one after the other: ops/s; seconds the first step takes",
        100_000,
        Graphs::identityChain);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String about() {
    return about;
  }

  @Override
  public void run(Bench bench) {
    try (Duel duel = build.apply(nodes, bench.threads())) {
      List<Contender> contenders = new ArrayList<>();
      contenders.add(duel.weir());
      if (Peers.hasTensorFlow()) {
        contenders.add(duel.tensorflow());
      }
      double[] first = contenders.stream().mapToDouble(BigGraph::firstSeconds).toArray();
      Measurements measured = bench.measure(name, contenders);
      BenchResult result =
          BenchResult.rate(name, "ops/s", nodes * measured.rate(Duel.WEIR))
              .with("firstStepSeconds", first[0]);
      if (measured.has(Duel.TENSORFLOW)) {
        result =
            result
                .withPeer(Duel.TENSORFLOW, nodes * measured.rate(Duel.TENSORFLOW))
                .with("tensorflowFirstStepSeconds", first[1]);
      }
      bench.report().add(result);
    }
  }

  /** Of the step that compiles the graph. */
  private static double firstSeconds(Contender contender) {
    long start = System.nanoTime();
    contender.work().run(1);
    return (System.nanoTime() - start) / 1e9;
  }
}
