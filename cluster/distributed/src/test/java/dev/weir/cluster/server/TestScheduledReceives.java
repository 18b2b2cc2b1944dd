package dev.weir.cluster.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cluster.internal.stream.StreamOptions;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.io.IoOps;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.runtime.internal.schedule.ScheduleReceives;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.CachingAllocator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much memory a step holds that uses the weights of another task, one after the other. */
@Timeout(120)
final class TestScheduledReceives {
  private static final int LAYERS = 30;
  private static final int UNITS = 512;
  private static final long WEIGHTS = 4L * UNITS * UNITS;
  private static final long ALL = LAYERS * WEIGHTS;
  private static final List<DType> FLOATS = List.of(DType.FLOAT32);
  private static final Set<String> OFF = Set.of(ScheduleReceives.NAME);

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);
  private final Ops worker = ops.withDevice("/job:worker/task:0");
  private final Output x = ops.placeholder(DType.FLOAT32, Shape.of(4, UNITS));
  private final Output queue = worker.io.fifoQueue(FLOATS, IoOps.QueueOptions.DEFAULT);
  private final Node put = worker.io.queueEnqueue(queue, List.of(x));
  private final Output initial = ops.placeholder(DType.FLOAT32, Shape.of(UNITS, UNITS));
  private final List<Node> initializers = new ArrayList<>();
  private final Output last = network();

  /** The worker waits for its input, then for one weight of the parameter server after another. */
  private Output network() {
    Ops server = ops.withDevice("/job:ps/task:0");
    Output current = worker.io.queueDequeue(queue, FLOATS).get(0);
    for (int i = 0; i < LAYERS; i++) {
      GraphVariable weights = server.state.variable(initial);
      initializers.add(weights.initializer());
      current = worker.linalg.matMul(current, weights.read());
    }
    return current;
  }

  /**
   * The most that a step holds beyond what there is before it.
   *
   * @param early how much must have come before the worker gets its input
   */
  private long peak(long early, Consumer<ServerOptions.Builder> options) throws Exception {
    CachingAllocator allocator = new CachingAllocator(1 << 30); // of both tasks, and of no other
    try (LocalCluster cluster =
            LocalCluster.start(
                Map.of("ps", 1, "worker", 1),
                usual -> {
                  options.accept(usual);
                  usual.allocator(allocator);
                });
        Session session = Session.connect(cluster.target("worker", 0), graph);
        Tensor ones = Tensors.ones(DType.FLOAT32, Shape.of(4, UNITS));
        Tensor weights = Tensors.fill(DType.FLOAT32, Shape.of(UNITS, UNITS), 1f / UNITS)) {
      Runner initialize = session.runner().feed(initial, weights);
      initializers.forEach(initialize::addTarget);
      initialize.run();
      long before = allocator.usage().inUse();
      allocator.restartPeak();
      Runner step = session.runner().fetch(last);
      CompletableFuture<Tensor> result =
          CompletableFuture.supplyAsync(() -> step.run().get(0), Thread.ofVirtual()::start);
      Instant limit = Instant.now().plusSeconds(60);
      while (allocator.usage().inUse() < before + early) {
        assertThat(Instant.now()).as("when %d bytes have come", early).isBefore(limit);
        Thread.onSpinWait();
      }
      session.runner().feed(x, ones).addTarget(put).run();
      try (Tensor value = result.get(60, TimeUnit.SECONDS)) {
        assertThat(value.getFloat(0)).isEqualTo(1);
      }
      return allocator.usage().peak() - before;
    }
  }

  @Test
  void fewWeightsAreHeldAtATime() throws Exception {
    long without = peak(ALL, options -> options.withoutPasses(OFF));
    long with = peak(2 * WEIGHTS, options -> {});
    assertThat(without).isGreaterThanOrEqualTo(ALL);
    assertThat(with).isLessThan(ALL / 2);
  }

  @Test
  void fewAreHeldAtATimeOverGrpc() throws Exception {
    long with = peak(2 * WEIGHTS, options -> options.streams(StreamOptions.OFF));
    assertThat(with).isLessThan(ALL / 2);
  }
}
