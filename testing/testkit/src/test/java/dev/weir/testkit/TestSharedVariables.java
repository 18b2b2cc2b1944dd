package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.RunOptions;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Variables that several steps, sessions and devices use. */
final class TestSharedVariables {
  private static final RunOptions BOUNDED = RunOptions.DEFAULT.withDeadline(Duration.ofSeconds(60));

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  @Test
  void stepsAtOnceShareVariablesAndLoseNoUpdate() throws Exception {
    int threads = 8;
    int steps = 300;
    GraphVariable variable =
        ops.withName("v")
            .state
            .variable(ops.constant(Tensors.zeros(DType.FLOAT32, Shape.of(1000))));
    Output one = ops.constant(Tensors.ones(DType.FLOAT32, Shape.of(1000)));
    Node add = variable.assignAdd(one);
    Output read = variable.read();
    LocalOptions config = LocalOptions.builder().cpus(2).build();
    try (Session session = Session.open(graph, config);
        Session other = Session.open(graph, config);
        ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      session.runner().addTarget(variable.initializer()).run();
      List<CompletableFuture<Void>> workers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        Session mine = t % 2 == 0 ? session : other;
        workers.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < steps; i++) {
                    mine.runner().addTarget(add).options(BOUNDED).run();
                    if (i % 10 == 0) { // one value, never half of an update
                      Tensor seen = mine.runner().options(BOUNDED).run(read);
                      assertThat(seen.getFloat(999)).isEqualTo(seen.getFloat(0));
                      seen.close();
                    }
                  }
                },
                pool));
      }
      for (CompletableFuture<Void> worker : workers) {
        worker.get(60, TimeUnit.SECONDS);
      }
      assertThat(other.run(read).getFloat(500)).isEqualTo(threads * steps);
    }
  }

  @Test
  void stateIsWhereverAStepLooksForIt() {
    List<GraphVariable> variables = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      variables.add(
          ops.withName("v" + i)
              .state
              .variable(ops.constant(Tensors.fill(DType.FLOAT32, Shape.of(1000), i))));
    }
    try (Session session = Session.open(graph, LocalOptions.builder().cpus(3).build())) {
      Runner initialize = session.runner();
      variables.forEach(variable -> initialize.addTarget(variable.initializer()));
      initialize.options(BOUNDED).run();
      for (int i = 3; i >= 0; i--) {
        Output busy =
            ops.math.tanh(
                ops.math.add(ops.math.tanh(variables.get(i).read()), variables.get(i).read()));
        Tensor value =
            session
                .runner()
                .fetch(busy)
                .fetch(variables.get(i).read())
                .options(BOUNDED)
                .run()
                .get(1);
        assertThat(value.getFloat(999)).isEqualTo(i);
      }
    }
  }
}
