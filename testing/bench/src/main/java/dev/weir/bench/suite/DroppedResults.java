package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Allocator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What it costs to leave results to the garbage collector, as programs may. The limit is the same
 * program that closes every result at once.
 */
final class DroppedResults implements Benchmark {
  private static final String CLOSED = "weir, closed";
  private static final double LONGEST_GROWTH = 20;
  private static final Map<String, Integer> ELEMENTS = new LinkedHashMap<>();

  static {
    ELEMENTS.put("64KB", 1 << 14);
    ELEMENTS.put("1MB", 1 << 18);
    ELEMENTS.put("16MB", 1 << 22);
  }

  @Override
  public String name() {
    return "dropped-results";
  }

  @Override
  public String about() {
    return "steps whose results are left to the collector: steps/s; limit: closing them";
  }

  @Override
  public void run(Bench bench) {
    ELEMENTS.forEach(
        (label, elements) -> {
          String result = name() + "/" + label;
          if (bench.wants(result)) {
            compare(bench, result, elements);
          }
        });
  }

  private static void compare(Bench bench, String name, int elements) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output input = ops.placeholder(DType.FLOAT32, Shape.of(elements));
    Output sum = ops.math.add(input, input);
    Tensor value = Tensors.of(Shape.of(elements), new float[elements]);
    try (Session session = Session.open(graph)) {
      Contender dropping = Contender.of(Duel.WEIR, () -> step(session, input, value, sum));
      Contender closing = Contender.of(CLOSED, () -> step(session, input, value, sum).close());
      bench.report().begin(name);
      double growth = secondsUntilReuse(dropping);
      Measurements measured = bench.measure(name, dropping, closing);
      bench
          .report()
          .add(
              BenchResult.rate(name, "steps/s", measured.rate(Duel.WEIR))
                  .withLimit(measured.rate(CLOSED))
                  .with("secondsUntilReuse", growth));
    }
  }

  private static Tensor step(Session session, Output input, Tensor value, Output sum) {
    return session.runner().feed(input, value).run(sum);
  }

  /** Until the first collection gives memory back; before, every result is in fresh memory. */
  private static double secondsUntilReuse(Contender dropping) {
    long cached = Allocator.shared().usage().cached();
    long start = System.nanoTime();
    double seconds = 0;
    while (seconds < LONGEST_GROWTH && Allocator.shared().usage().cached() <= 2 * cached) {
      dropping.work().run(10);
      seconds = (System.nanoTime() - start) / 1e9;
    }
    return seconds;
  }
}
