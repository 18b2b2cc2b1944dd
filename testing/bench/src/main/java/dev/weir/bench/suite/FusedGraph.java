package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.runtime.device.KernelSelector;
import java.util.ArrayList;
import java.util.List;

/** Steps of {@link FusedGraphs}: Weir with its graph compiler and without, and TensorFlow. */
final class FusedGraph implements Benchmark {
  private static final double TOLERANCE = 1e-4;
  private static final String UNFUSED = "node-by-node";
  private static final String PASS = "compile-clusters";

  @Override
  public String name() {
    return "fused";
  }

  @Override
  public String about() {
    return "graphs of small ops that a compiler fuses, fused/graph: ms a step";
  }

  @Override
  public void run(Bench bench) {
    FusedGraphs.ALL.forEach(
        (label, build) -> {
          if (bench.wants(name() + "/" + label)) {
            compare(bench, name() + "/" + label, build.parts());
          }
        });
  }

  private static void compare(Bench bench, String name, FusedGraphs.Parts parts) {
    OpGraph graph = parts.graph();
    try (Duel duel = new Duel(graph.graph(), bench.threads())) {
      graph.feeds().forEach(duel::feed);
      graph.initializers().forEach(duel::initialize);
      parts.fetches().forEach(duel::fetch);
      parts.targets().forEach(duel::target);
      List<Contender> contenders = new ArrayList<>();
      contenders.add(duel.weir(Duel.WEIR, KernelSelector.standard(), List.of(PASS)));
      contenders.add(duel.weir(UNFUSED, KernelSelector.standard(), List.of()));
      if (Peers.hasTensorFlow()) {
        duel.checkAgreement(KernelSelector.standard(), TOLERANCE);
        contenders.add(duel.tensorflow());
      }
      Measurements measured = bench.measure(name, contenders);
      BenchResult result =
          BenchResult.cost(name, "ms", 1e3 * measured.seconds(Duel.WEIR))
              .with(UNFUSED, 1e3 * measured.seconds(UNFUSED));
      if (measured.has(Duel.TENSORFLOW)) {
        result = result.withPeer(Duel.TENSORFLOW, 1e3 * measured.seconds(Duel.TENSORFLOW));
      }
      bench.report().add(result);
    }
  }
}
