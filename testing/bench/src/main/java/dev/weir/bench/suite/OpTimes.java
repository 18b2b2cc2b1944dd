package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.graph.Node;
import dev.weir.runtime.device.KernelSelector;
import java.util.ArrayList;
import java.util.List;

/** Each op of {@link OpCases} alone, through sessions, with a million float32 to work on. */
final class OpTimes implements Benchmark {
  private static final double TOLERANCE = 1e-4;

  @Override
  public String name() {
    return "ops";
  }

  @Override
  public String about() {
    return "ops that training needs, ops/case: ms for a million float32";
  }

  @Override
  public void run(Bench bench) {
    OpCases.ALL.forEach(
        (label, build) -> {
          if (bench.wants(name() + "/" + label)) {
            compare(bench, name() + "/" + label, build);
          }
        });
  }

  private static void compare(Bench bench, String name, OpCases.Build build) {
    OpGraph parts = new OpGraph();
    Node node = build.node(parts);
    try (Duel duel = new Duel(parts.graph(), bench.threads())) {
      parts.feeds().forEach(duel::feed);
      parts.initializers().forEach(duel::initialize);
      duel.target(node);
      for (int i = 0; i < node.outputCount(); i++) {
        duel.fetch(node.output(i));
      }
      List<Contender> contenders = new ArrayList<>();
      contenders.add(duel.weir());
      if (Peers.hasTensorFlow()) {
        int comparable = LinalgCases.comparableOutputs(node.op().signature().name());
        duel.checkAgreement(KernelSelector.standard(), TOLERANCE, comparable);
        contenders.add(duel.tensorflow());
      }
      Measurements measured = bench.measure(name, contenders);
      BenchResult result = BenchResult.cost(name, "ms", 1e3 * measured.seconds(Duel.WEIR));
      if (measured.has(Duel.TENSORFLOW)) {
        result = result.withPeer(Duel.TENSORFLOW, 1e3 * measured.seconds(Duel.TENSORFLOW));
      }
      bench.report().add(result);
    }
  }
}
