package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import java.lang.management.ManagementFactory;

/**
 * Memory after many steps, none of whose results are closed: it must stay flat. What is reported is
 * how much more is held afterward, on the heap and in tensors, than after a tenth of the steps.
 */
final class Soak implements Benchmark {
  private static final long SMALL_STEPS = 1_000_000;
  private static final long LARGE_STEPS = 20_000;
  private static final int MEGABYTE_OF_FLOATS = 1 << 18;

  @Override
  public String name() {
    return "soak";
  }

  @Override
  public String about() {
    return "memory held after a million small steps, and after 20,000 of 1 MB: bytes more";
  }

  @Override
  public void run(Bench bench) {
    long divisor = bench.isQuick() ? 10 : 1;
    if (bench.wants("soak/small-steps")) {
      try (AddOne step = new AddOne()) {
        soak(bench, "soak/small-steps", SMALL_STEPS / divisor, step::steps);
      }
    }
    if (bench.wants("soak/large-steps")) {
      Graph graph = new Graph();
      Ops ops = Ops.create(graph);
      Output input = ops.placeholder(DType.FLOAT32);
      Output sum = ops.math.add(input, ops.constant(1f));
      float[] values = new float[MEGABYTE_OF_FLOATS];
      try (Session session = Session.open(graph)) {
        soak(
            bench,
            "soak/large-steps",
            LARGE_STEPS / divisor,
            times -> largeSteps(session, input, sum, values, times));
      }
    }
  }

  private static void largeSteps(
      Session session, Output input, Output sum, float[] values, long times) {
    for (long i = 0; i < times; i++) {
      float value = i & 1023;
      values[0] = value;
      float got =
          session
              .runner()
              .feed(input, Tensors.of(Shape.of(values.length), values))
              .run(sum)
              .getFloat(0);
      if (got != value + 1) {
        throw new IllegalStateException("Weir cannot add");
      }
    }
  }

  private static void soak(Bench bench, String name, long steps, Contender.Work work) {
    bench.report().begin(name);
    work.run(steps / 10);
    Memory before = Memory.now();
    long allocated = allocatedBytes();
    long start = System.nanoTime();
    work.run(steps);
    double seconds = (System.nanoTime() - start) / 1e9;
    allocated = allocatedBytes() - allocated;
    Memory after = Memory.now();
    double heap = after.heap() - before.heap();
    double offHeap = after.offHeap() - before.offHeap();
    bench
        .report()
        .add(
            BenchResult.cost(name, "bytes", heap + offHeap)
                .with("heapGrowth", heap)
                .with("offHeapGrowth", offHeap)
                .with("cachedGrowth", after.cached() - before.cached())
                .with("residentGrowth", after.resident() - before.resident())
                .with("resident", after.resident())
                .with("steps", steps)
                .with("seconds", seconds)
                .with("heapBytesPerStep", (double) allocated / steps));
  }

  /** By this thread so far. */
  private static long allocatedBytes() {
    return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
        ? threads.getCurrentThreadAllocatedBytes()
        : 0;
  }
}
