package dev.weir.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.NodeBuilder;
import dev.weir.graph.Output;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large graphs, many steps, many at once. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class TestLoad {
  private static final int MANY = 100_000;
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(60));

  private final Graph graph = new Graph();
  private final FixtureGraph ops = FixtureGraph.of(graph);

  @Test
  void chainOfAHundredThousandNodesRuns() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(200));
    Output y = x;
    for (int i = 0; i < MANY; i++) {
      y = graph.node("TestNeg", "neg" + i).input(y).build().output(0);
    }
    CountedDevices devices = CountedDevices.of(1);
    LocalOptions config =
        devices.config().toBuilder().disabledPasses(List.of("simplify-arithmetic")).build();
    try (Session session = Session.open(graph, config)) {
      Tensor ones = Tensors.ones(DType.FLOAT32, Shape.of(200));
      try (Tensor result = session.runner().feed(x, ones).options(BOUNDED).run(y)) {
        assertThat(result.getFloat(199)).isEqualTo(1f);
      }
      assertThat(devices.inUse()).isZero();
      // a chain needs no more than two values at a time
      assertThat(devices.devices().get(0).allocator().usage().peak()).isLessThan(10_000);
    }
    try (Session session = Session.open(graph)) { // and is simplified to nothing
      Tensor ones = Tensors.ones(DType.FLOAT32, Shape.of(200));
      TracedRun run = session.runner().feed(x, ones).fetch("neg9999").runTraced();
      assertThat(run.trace().nodes()).isEmpty();
    }
  }

  @Test
  void fanOfAHundredThousandNodesRuns() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.scalar());
    NodeBuilder all = graph.node("NoOp", "all");
    List<Output> some = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      Node node = graph.node("TestPlus").input(x).attr("amount", i).build();
      all.controlInput(node);
      if (i % 100 == 0) {
        some.add(node.output(0));
      }
    }
    Node gathered = graph.node("TestTotal").inputList(some).controlInput(all.build()).build();
    try (Session session = Session.open(graph)) {
      Tensor sum = session.runner().feed(x, Tensors.scalar(0f)).options(BOUNDED).run(gathered);
      assertThat(sum.getFloat(0)).isEqualTo(100f * 999 * 1000 / 2);
    }
  }

  @Test
  void memoryStaysFlatOverManySmallSteps() {
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(200));
    Output y = ops.add(ops.tanh(x), x);
    CountedDevices devices = CountedDevices.of(1);
    RunOptions patient = RunOptions.DEFAULT.withDeadline(Duration.ofHours(1));
    try (Session session = Session.open(graph, devices.config())) {
      Tensor value = Tensors.vector(new float[200]);
      for (int i = 0; i < 200_000; i++) {
        Runner runner = session.runner().feed(x, value).fetch(y);
        if (i % 10 == 0) {
          runner.options(patient);
        }
        runner.run().get(0).close();
        if (i % 1000 == 0) {
          assertThat(devices.inUse()).isZero();
        }
      }
      assertThat(session.cachedSteps()).isEqualTo(1);
      assertThat(devices.devices().get(0).allocator().usage().peak()).isLessThan(10_000);
    }
  }

  @Test
  void graphMayGrowWhileStepsRun() throws Exception {
    Output x = ops.placeholder(DType.FLOAT32, Shape.scalar());
    Output y = ops.tanh(x);
    try (Session session = Session.open(graph)) {
      CompletableFuture<Void> grower =
          CompletableFuture.runAsync(
              () -> {
                Output last = y;
                for (int i = 0; i < 2000; i++) {
                  last = ops.tanh(last);
                }
              });
      int steps = 0;
      while (!grower.isDone() || steps < 50) {
        Output newest = graph.nodes().getLast().output(0);
        Tensor result = session.runner().feed(x, Tensors.scalar(0f)).options(BOUNDED).run(newest);
        assertThat(result.getFloat(0)).isZero();
        steps++;
      }
      grower.get(10, TimeUnit.SECONDS);
    }
  }
}
