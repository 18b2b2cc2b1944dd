package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/** Building a large graph as a program does, node by node, each checked and its shape inferred. */
final class GraphBuild implements Benchmark {
  private static final int NODES = 100_000;

  @Override
  public String name() {
    return "graph-build";
  }

  @Override
  public String about() {
    return "100,000 nodes built with Ops: seconds, beside tensorflow-java's Ops";
  }

  @Override
  public void run(Bench bench) {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(Contender.of(Duel.WEIR, GraphBuild::weir));
    if (Peers.hasTensorFlow()) {
      contenders.add(Contender.of(Duel.TENSORFLOW, GraphBuild::tensorflow));
    }
    double first = firstSeconds(bench);
    Measurements measured = bench.measure(name(), contenders);
    BenchResult result =
        BenchResult.cost(name(), "s", measured.seconds(Duel.WEIR)).with("firstTimeSeconds", first);
    bench
        .report()
        .add(
            measured.has(Duel.TENSORFLOW)
                ? result.withPeer(Duel.TENSORFLOW, measured.seconds(Duel.TENSORFLOW))
                : result);
  }

  /** In a JVM that has built nothing yet: what most programs see. */
  private double firstSeconds(Bench bench) {
    bench.report().begin(name());
    long start = System.nanoTime();
    weir();
    return (System.nanoTime() - start) / 1e9;
  }

  private static void weir() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output input = ops.placeholder(DType.FLOAT32, Shape.of(-1, 16));
    Output last = input;
    for (int i = 1; i < NODES; i += 2) {
      last = ops.math.add(ops.math.tanh(last), input);
    }
  }

  private static void tensorflow() {
    try (org.tensorflow.Graph graph = new org.tensorflow.Graph()) {
      org.tensorflow.op.Ops ops = org.tensorflow.op.Ops.create(graph);
      Operand<TFloat32> input =
          ops.placeholder(
              TFloat32.class,
              org.tensorflow.op.core.Placeholder.shape(org.tensorflow.ndarray.Shape.of(-1, 16)));
      Operand<TFloat32> last = input;
      for (int i = 1; i < NODES; i += 2) {
        last = ops.math.add(ops.math.tanh(last), input);
      }
    }
  }
}
