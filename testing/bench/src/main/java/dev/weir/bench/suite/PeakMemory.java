package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.ProcessMemory;
import dev.weir.bench.network.MemoryUse;
import dev.weir.bench.network.Network;
import dev.weir.bench.network.Task;

/** The most memory that training steps of a network take, each system in its own process. */
final class PeakMemory implements Benchmark {
  private static final int STEPS = 5;
  private static final double MEBIBYTE = 1 << 20;

  private final Network network;
  private final int batch;

  PeakMemory(Network network, int batch) {
    this.network = network;
    this.batch = batch;
  }

  @Override
  public String name() {
    return "memory-" + network.name();
  }

  @Override
  public String about() {
    return "peak memory of training steps of " + network.name() + ", " + name() + "/batch: MiB";
  }

  @Override
  public void run(Bench bench) {
    String name = name() + "/" + batch;
    if (!bench.wants(name)) {
      return;
    }
    if (!ProcessMemory.tellsPeak()) {
      bench.report().skip(name, "only Linux tells the peak of a process and lets it begin anew");
      return;
    }
    bench.report().begin(name);
    Task task = new Task(network, batch, true);
    MemoryUse weir;
    try {
      weir = MemoryUse.of(MemoryUse.WEIR, task, STEPS, bench.threads());
    } catch (MemoryUse.Failed e) {
      throw new IllegalStateException("Weir could not train: " + e.getMessage(), e);
    }
    BenchResult result =
        BenchResult.cost(name, "MiB", weir.peak() / MEBIBYTE)
            .with("firstStep", weir.firstStep() / MEBIBYTE)
            .with("allocatorPeak", weir.inUse() / MEBIBYTE)
            .with("allocatorReserved", weir.reserved() / MEBIBYTE);
    for (String peer : MemoryUse.PEERS) {
      result = compare(result, peer, task, bench.threads());
    }
    bench.report().add(result);
  }

  private static BenchResult compare(BenchResult result, String peer, Task task, int threads) {
    try {
      MemoryUse use = MemoryUse.of(peer, task, STEPS, threads);
      return result
          .withPeer(peer, use.peak() / MEBIBYTE)
          .with(peer + "FirstStep", use.firstStep() / MEBIBYTE);
    } catch (MemoryUse.Failed e) {
      return result.withNote(peer, "not measured: " + e.getMessage());
    }
  }
}
