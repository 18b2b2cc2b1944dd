package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.bench.limit.DirectGemm;
import dev.weir.bench.network.Network;
import dev.weir.bench.network.Observed;
import dev.weir.bench.network.PyTorchSide;
import dev.weir.bench.network.Side;
import dev.weir.bench.network.Task;
import dev.weir.bench.network.TensorFlowSide;
import dev.weir.bench.network.WeirSide;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Steps of neural networks, training or only computing scores. The limit is the time that {@code
 * dnnl_sgemm}, called bare at a size it likes, takes for as many multiplications and additions.
 */
final class Networks implements Benchmark {
  private static final String GEMM = "gemm";
  private static final GemmSize LIKED = new GemmSize(1008, 1024, 1024);
  private static final int AGREED_STEPS = 4;
  private static final double TOLERANCE = 2e-3;

  private final Network network;
  private final boolean training;
  private final List<Integer> batches;

  private Networks(Network network, boolean training, List<Integer> batches) {
    this.network = network;
    this.training = training;
    this.batches = batches;
  }

  static Benchmark training(Network network, Integer... batches) {
    return new Networks(network, true, List.of(batches));
  }

  static Benchmark inference(Network network) {
    return new Networks(network, false, List.of(1, 32));
  }

  @Override
  public String name() {
    return (training ? "train-" : "infer-") + network.name();
  }

  @Override
  public String about() {
    String what = training ? "a training step of " : "scores by ";
    return what + network.name() + ", " + name() + "/batch: ms; limit: bare dnnl_sgemm";
  }

  @Override
  public void run(Bench bench) {
    for (int batch : batches) {
      if (bench.wants(name() + "/" + batch)) {
        compare(bench, new Task(network, batch, training));
      }
    }
  }

  private void compare(Bench bench, Task task) {
    String name = name() + "/" + task.batch();
    List<Side> sides = new ArrayList<>();
    Map<String, String> notes = new LinkedHashMap<>();
    try {
      Side weir = new WeirSide(task);
      sides.add(weir);
      float[][] ours = new float[training ? AGREED_STEPS : 1][];
      for (int i = 0; i < ours.length; i++) {
        ours[i] = weir.observe();
      }
      addPeers(bench, task, sides, notes);
      for (Side peer : sides.subList(1, sides.size())) {
        Observed.checkAgreement(ours, peer, TOLERANCE);
      }
      List<Contender> contenders = new ArrayList<>();
      sides.forEach(side -> contenders.add(new Contender(side.name(), side::run)));
      DirectGemm.ofLoadedLibrary().map(gemm -> limit(gemm, bench)).ifPresent(contenders::add);
      Measurements measured = bench.measure(name, contenders);
      sides.forEach(Networks::checkFinite);
      BenchResult result = result(name, measured, task);
      for (Map.Entry<String, String> note : notes.entrySet()) {
        result = result.withNote(note.getKey(), note.getValue());
      }
      bench.report().add(result);
    } finally {
      Closing.all(sides);
    }
  }

  private static void addPeers(
      Bench bench, Task task, List<Side> sides, Map<String, String> notes) {
    String problem = Peers.noTensorFlowBecause();
    if (problem == null) {
      sides.add(new TensorFlowSide(task, bench.threads()));
      if (task.network().isSequence()) { // which form it likes better depends on the batch
        sides.add(TensorFlowSide.unrolled(task, bench.threads()));
      }
    } else {
      notes.put("tensorflow", problem);
    }
    try {
      sides.add(PyTorchSide.start(task, bench.threads()));
    } catch (PyTorchSide.Missing e) {
      notes.put("pytorch", "not measured: " + e.getMessage());
    }
  }

  /** Training that has run away computes with numbers that are no longer ordinary. */
  private static void checkFinite(Side side) {
    for (float number : side.observe()) {
      if (!Float.isFinite(number)) {
        throw new IllegalStateException(side.name() + " has come to " + number);
      }
    }
  }

  private static Contender limit(DirectGemm gemm, Bench bench) {
    Tensor left = LIKED.left();
    Tensor right = LIKED.right();
    Tensor product = Tensor.allocate(DType.FLOAT32, Shape.of(LIKED.m(), LIKED.n()));
    return new Contender(
        GEMM,
        times -> {
          gemm.useThreads(bench.threads());
          for (long i = 0; i < times; i++) {
            gemm.multiply(left, right, product);
          }
        });
  }

  private static BenchResult result(String name, Measurements measured, Task task) {
    BenchResult result = BenchResult.cost(name, "ms", 1e3 * measured.seconds("weir"));
    for (String peer : List.of("tensorflow", "tensorflow-unrolled", "pytorch")) {
      if (measured.has(peer)) {
        result = result.withPeer(peer, 1e3 * measured.seconds(peer));
      }
    }
    if (measured.has(GEMM)) {
      double perGigaflop = measured.seconds(GEMM) / LIKED.gigaflops();
      result = result.withLimit(1e3 * perGigaflop * task.gigaflops());
    }
    return result.with("gigaflops", task.gigaflops());
  }
}
