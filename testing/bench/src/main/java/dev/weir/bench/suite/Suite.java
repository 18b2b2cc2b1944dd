package dev.weir.bench.suite;

import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.network.Network;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All benchmarks. */
public final class Suite {
  private static final List<Benchmark> ALL =
      List.of(
          new SmallStep(),
          new SmallStepThreads(),
          BigGraph.identityChain(),
          BigGraph.noOpFan(),
          BigGraph.hundredThousand(),
          GemmBenchmark.throughSession(),
          GemmBenchmark.kernelAlone(),
          new Elementwise(),
          new OpTimes(),
          new FusedGraph(),
          Networks.training(Network.MLP, 32, 128),
          Networks.training(Network.LENET, 128),
          Networks.training(Network.ALEXNET, 16),
          Networks.training(Network.LSTM, 32),
          Networks.inference(Network.MLP),
          Networks.inference(Network.LENET),
          Networks.inference(Network.ALEXNET),
          Networks.inference(Network.LSTM),
          new PeakMemory(Network.ALEXNET, 16),
          new GraphBuild(),
          new Checkpoint(),
          new DroppedResults(),
          new Soak(),
          new NullStep(),
          new SyncScaling(),
          new SparseStep(),
          new Startup());

  private Suite() {}

  /** In the order in which they are run. */
  public static List<Benchmark> all() {
    return ALL;
  }

  /** The names of all. */
  public static List<String> names() {
    return ALL.stream().map(Benchmark::name).toList();
  }

  /** The one of this name; null if there is none. */
  public static @Nullable Benchmark find(String name) {
    return ALL.stream().filter(benchmark -> benchmark.name().equals(name)).findFirst().orElse(null);
  }

  /** Why figures of TensorFlow will be missing; null if they will not. */
  public static @Nullable String noTensorFlowBecause() {
    return Peers.noTensorFlowBecause();
  }
}
