package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.conformance.OracleRefusal;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Each op of {@link OpCases} alone, through sessions, with about a million elements to work on. A
 * case that fails is reported, and the others are still measured.
 */
final class OpTimes implements Benchmark {
  private static final double TOLERANCE = 1e-4;

  @Override
  public String name() {
    return "ops";
  }

  @Override
  public String about() {
    return "every op of the catalog alone, ops/CASE: ms for about a million elements";
  }

  @Override
  public void run(Bench bench) {
    OpSummary summary = new OpSummary();
    OpCases.ALL.forEach(
        (label, build) -> {
          String name = name() + "/" + label;
          if (bench.wants(name)) {
            try {
              BenchResult result = result(bench, name, build);
              summary.add(result);
              bench.report().add(result);
            } catch (RuntimeException e) {
              bench.report().fail(name, String.valueOf(e.getMessage()));
            }
          }
        });
    BenchResult result = summary.result(name() + "/geomean");
    if (result != null) {
      bench.report().add(result);
    }
  }

  private static BenchResult result(Bench bench, String name, OpCases.Build build) {
    OpGraph parts = new OpGraph();
    try {
      Node node = build.node(parts);
      try (Duel duel = duel(parts, node, bench.threads())) {
        return result(bench, name, parts, duel)
            .withLabel("kernel", KernelSelector.standard().choose(node).provider());
      }
    } finally {
      parts.feeds().values().forEach(Tensor::close);
      parts.initialFeeds().values().forEach(Tensor::close);
    }
  }

  private static Duel duel(OpGraph parts, Node node, int threads) {
    Duel duel = new Duel(parts.graph(), threads);
    parts.feeds().forEach(duel::feed);
    parts.initialFeeds().forEach(duel::initialFeed);
    parts.initializers().forEach(duel::initialize);
    parts.targets().forEach(duel::target);
    duel.target(node);
    for (int i = 0; i < node.outputCount(); i++) {
      Output output = node.output(i);
      // a handle means nothing outside of its session
      if (!node.outputDtype(i).isObject() || node.outputDtype(i) == DType.STRING) {
        duel.fetch(output);
      }
    }
    return duel;
  }

  private static BenchResult result(Bench bench, String name, OpGraph parts, Duel duel) {
    String noPeer = Peers.hasTensorFlow() ? noPeerBecause(parts, duel) : null;
    List<Contender> contenders = new ArrayList<>();
    contenders.add(duel.weir());
    if (Peers.hasTensorFlow() && noPeer == null) {
      contenders.add(duel.tensorflow());
    }
    Measurements measured = bench.measure(name, contenders);
    BenchResult result = BenchResult.cost(name, "ms", 1e3 * measured.seconds(Duel.WEIR));
    if (measured.has(Duel.TENSORFLOW)) {
      result = result.withPeer(Duel.TENSORFLOW, 1e3 * measured.seconds(Duel.TENSORFLOW));
    }
    String different = parts.notComparedBecause();
    if (noPeer != null) {
      return result.withNote(Duel.TENSORFLOW, noPeer);
    }
    return different == null
        ? result
        : result.withNote(Duel.TENSORFLOW, "results are not compared: " + different);
  }

  /** Why TensorFlow cannot run a case; null if it can, and then both compute the same. */
  private static @Nullable String noPeerBecause(OpGraph parts, Duel duel) {
    if (parts.noPeerBecause() != null) {
      return parts.noPeerBecause();
    }
    try {
      if (parts.notComparedBecause() == null) {
        duel.checkAgreement(KernelSelector.standard(), TOLERANCE, parts.compared());
      } else {
        duel.tensorflow().work().run(1);
      }
      return null;
    } catch (OracleRefusal e) {
      return "cannot run it: " + e.getMessage().lines().findFirst().orElse("");
    }
  }
}
