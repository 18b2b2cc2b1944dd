package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.bench.limit.MemoryCopy;
import dev.weir.graph.Graph;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.runtime.internal.execute.ComputePool;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Functions of float32, element by element, through sessions: at a size where the step itself
 * counts, at one that fits the caches, and at one that does not.
 */
final class Elementwise implements Benchmark {
  private static final String COPY = "copy";
  private static final double TOLERANCE = 1e-5;
  private static final List<String> BINARY = List.of("AddV2", "Mul", "RealDiv", "Maximum");
  private static final List<String> UNARY =
      List.of("Relu", "Sqrt", "Exp", "Log", "Tanh", "Sigmoid");
  private static final Map<String, Integer> SIZES = new LinkedHashMap<>();

  /** From here on nothing is left of the inputs in the caches. */
  private static final int BEYOND_CACHES = 1 << 24;

  static {
    SIZES.put("1K", 1 << 10);
    SIZES.put("64K", 1 << 16);
    SIZES.put("16M", BEYOND_CACHES);
  }

  @Override
  public String name() {
    return "elementwise";
  }

  @Override
  public String about() {
    return "Add, Mul, Exp, Tanh … of float32, elementwise/op/size: GB/s read and written";
  }

  @Override
  public void run(Bench bench) {
    SIZES.forEach(
        (label, size) -> {
          List<String> ops = new ArrayList<>(BINARY);
          ops.addAll(UNARY);
          ops.removeIf(op -> !bench.wants(resultName(op, label)));
          if (!ops.isEmpty()) {
            Tensor first = random(size, 1);
            Tensor second = random(size, 2);
            ops.forEach(op -> compare(bench, op, label, List.of(first, second)));
          }
        });
  }

  private void compare(Bench bench, String op, String label, List<Tensor> values) {
    Graph graph = new Graph();
    int arity = BINARY.contains(op) ? 2 : 1;
    try (Duel duel = new Duel(graph, bench.threads())) {
      NodeBuilder node = graph.node(op, "result");
      for (Tensor value : values.subList(0, arity)) {
        Output input = Ops.create(graph).placeholder(DType.FLOAT32, value.shape());
        node.input(input);
        duel.feed(input, value);
      }
      duel.fetch(node.build().output(0));
      List<Contender> contenders = new ArrayList<>();
      contenders.add(duel.weir());
      if (Peers.hasTensorFlow()) {
        duel.checkAgreement(KernelSelector.standard(), TOLERANCE);
        contenders.add(duel.tensorflow());
      }
      int elements = (int) values.get(0).elements();
      MemoryCopy copy = new MemoryCopy(ComputePool.shared(), elements);
      if (elements >= BEYOND_CACHES) {
        contenders.add(Contender.of(COPY, copy::copy));
      }
      Measurements measured = bench.measure(resultName(op, label), contenders);
      double bytes = (arity + 1.0) * values.get(0).byteSize();
      bench.report().add(result(measured, resultName(op, label), bytes, copy.bytes()));
    }
  }

  private static BenchResult result(
      Measurements measured, String name, double bytes, double copiedBytes) {
    BenchResult result = BenchResult.rate(name, "GB/s", 1e-9 * bytes * measured.rate(Duel.WEIR));
    if (measured.has(Duel.TENSORFLOW)) {
      result = result.withPeer(Duel.TENSORFLOW, 1e-9 * bytes * measured.rate(Duel.TENSORFLOW));
    }
    return measured.has(COPY) ? result.withLimit(1e-9 * copiedBytes * measured.rate(COPY)) : result;
  }

  private static String resultName(String op, String label) {
    return "elementwise/" + op + "/" + label;
  }

  /** Numbers for which every function here is defined. */
  private static Tensor random(int elements, long seed) {
    Random random = new Random(seed);
    float[] values = new float[elements];
    for (int i = 0; i < elements; i++) {
      values[i] = 0.1f + 3 * random.nextFloat();
    }
    return Tensors.of(Shape.of(elements), values);
  }
}
