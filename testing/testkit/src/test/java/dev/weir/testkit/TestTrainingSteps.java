package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Runner;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The steps of optimizers: what they leave alone, and what many of them at once do. */
final class TestTrainingSteps {
  private static final int ROUNDS = 300;

  private final Graph graph = new Graph();
  private final Ops ops = Ops.create(graph);

  private GraphVariable variable(String name, float... values) {
    return ops.withName(name).state.variable(ops.constant(values));
  }

  private static float[] values(Session session, Operand edge) {
    return session.run(edge).floats();
  }

  private static void run(Session session, Node... targets) {
    Runner runner = session.runner();
    for (Node target : targets) {
      runner.addTarget(target);
    }
    runner.run();
  }

  private Node momentum(GraphVariable variable, GraphVariable accum, Operand gradient) {
    return ops.train.resourceApplyMomentum(
        variable.handle(), accum.handle(), ops.constant(1f), gradient, ops.constant(1f));
  }

  @Test
  void aRefusedStepChangesNothing() {
    GraphVariable trained = variable("trained", 1, 2, 3);
    GraphVariable accum = variable("accum", 0, 0, 0);
    Output indices = ops.placeholder(DType.INT32, Shape.of(2));
    Node step =
        ops.train.resourceSparseApplyMomentum(
            trained.handle(),
            accum.handle(),
            ops.constant(1f),
            ops.constant(new float[] {1, 1}),
            indices,
            ops.constant(0.5f));
    try (Session session = Session.open(graph)) {
      run(session, trained.initializer(), accum.initializer());
      assertThatThrownBy(
              () ->
                  session
                      .runner()
                      .feed(indices, dev.weir.tensor.Tensors.vector(0, 3))
                      .addTarget(step)
                      .run())
          .hasMessageContaining("indices must be in [0, 3), indices[1] is 3");
      assertThat(values(session, trained)).containsExactly(1, 2, 3);
      assertThat(values(session, accum)).containsExactly(0, 0, 0);
    }
  }

  @Test
  void aReaderKeepsWhatItHasRead() {
    GraphVariable trained = variable("trained", 1, 2);
    GraphVariable accum = variable("accum", 0, 0);
    Output read = trained.read();
    Ops later = ops.withControlDependencies(read.node());
    Node step =
        later.train.resourceApplyMomentum(
            trained.handle(),
            accum.handle(),
            ops.constant(1f),
            ops.constant(new float[] {1, 1}),
            ops.constant(1f));
    try (Session session = Session.open(graph)) {
      run(session, trained.initializer(), accum.initializer());
      assertThat(session.runner().addTarget(step).run(read).floats()).containsExactly(1, 2);
      assertThat(values(session, trained)).containsExactly(0, 1);
    }
  }

  @Test
  void stepsOnVariablesInOppositeOrderDoNotLockUp() throws Exception {
    GraphVariable one = variable("one", 0);
    GraphVariable two = variable("two", 0);
    Operand nothing = ops.constant(new float[] {0});
    Node forth = momentum(one, two, nothing);
    Node back = momentum(two, one, nothing);
    try (Session session = Session.open(graph)) {
      run(session, one.initializer(), two.initializer());
      List<CompletableFuture<Void>> threads = new ArrayList<>();
      for (Node step : List.of(forth, back)) {
        threads.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < ROUNDS; i++) {
                    run(session, step);
                  }
                }));
      }
      for (CompletableFuture<Void> thread : threads) {
        thread.get(60, TimeUnit.SECONDS);
      }
      assertThat(values(session, one)).containsExactly(0);
    }
  }

  @Test
  void noStepOfManyIsLost() throws Exception {
    GraphVariable trained = variable("trained", new float[1000]);
    Output ones = ops.array.fill(ops.constant(new int[] {1000}), ops.constant(1f));
    Node step = ops.train.resourceApplyGradientDescent(trained.handle(), ops.constant(-1f), ones);
    try (Session session = Session.open(graph)) {
      run(session, trained.initializer());
      List<CompletableFuture<Void>> threads = new ArrayList<>();
      for (int thread = 0; thread < 3; thread++) {
        threads.add(
            CompletableFuture.runAsync(
                () -> {
                  for (int i = 0; i < ROUNDS; i++) {
                    run(session, step);
                    float[] seen = values(session, trained);
                    assertThat(seen[0]).isEqualTo(seen[999]);
                  }
                }));
      }
      for (CompletableFuture<Void> thread : threads) {
        thread.get(60, TimeUnit.SECONDS);
      }
      assertThat(values(session, trained)).containsOnly(3 * ROUNDS);
    }
  }

  @Test
  void oneVariableCannotBeTwo() {
    GraphVariable trained = variable("trained", 1, 2);
    Node step = momentum(trained, trained, ops.constant(new float[] {1, 1}));
    try (Session session = Session.open(graph)) {
      run(session, trained.initializer());
      assertThatThrownBy(() -> run(session, step))
          .hasMessageContaining("[var, accum] must be different variables");
    }
  }

  @Test
  void integersAreNotTrained() {
    GraphVariable trained = ops.withName("v").state.variable(ops.constant(new int[] {1, 2}));
    Node step =
        ops.train.resourceApplyGradientDescent(
            trained.handle(), ops.constant(1), ops.constant(new int[] {1, 1}));
    try (Session session = Session.open(graph)) {
      run(session, trained.initializer());
      assertThatThrownBy(() -> run(session, step))
          .hasMessageContaining("int32 cannot be trained with ResourceApplyGradientDescent");
    }
  }
}
