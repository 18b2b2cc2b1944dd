package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.optimizer.Adadelta;
import dev.weir.train.optimizer.Adagrad;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.Ftrl;
import dev.weir.train.optimizer.GradientDescent;
import dev.weir.train.optimizer.Lamb;
import dev.weir.train.optimizer.Momentum;
import dev.weir.train.optimizer.RmsProp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class TestOptimizers {
  private static Stream<Optimizer> all() {
    return Stream.of(
        GradientDescent.of(0.1f),
        Momentum.of(0.05f, 0.9f),
        Momentum.nesterov(LearningRate.of(0.05f), 0.9f),
        Adagrad.of(0.5f),
        Adadelta.of(50f),
        RmsProp.of(0.02f),
        Adam.of(0.05f),
        Adam.of(0.05f).withWeightDecay(1e-4f),
        Ftrl.of(0.5f, 0, 0),
        Lamb.of(0.02f, 0));
  }

  @TestFactory
  Stream<DynamicTest> findTheMinimumOfAParabola() {
    return all()
        .map(optimizer -> DynamicTest.dynamicTest(optimizer.toString(), () -> dense(optimizer)));
  }

  private static void dense(Optimizer optimizer) {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    GraphVariable w = model.variable("w", ops.constant(new float[] {3, -2, 1}));
    Output loss = Losses.meanSquaredError(ops, ops.constant(new float[] {1, 1, 2}), w);
    check(model, w, loss, optimizer, new float[] {1, 1, 2});
  }

  @TestFactory
  Stream<DynamicTest> touchOnlyTheRowsThatWereRead() {
    return all()
        .filter(optimizer -> !(optimizer instanceof Lamb))
        .map(optimizer -> DynamicTest.dynamicTest(optimizer.toString(), () -> rows(optimizer)));
  }

  /** Row 1 is read twice, row 0 once, row 2 never. */
  private static void rows(Optimizer optimizer) {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    Output start = ops.array.reshape(ops.constant(new float[] {3, -2, 5}), 3, 1);
    GraphVariable w = model.variable("w", start);
    Output read = w.gather(ops.constant(new int[] {1, 0, 1}));
    Output loss = Losses.meanSquaredError(ops, ops.constant(1f), read);
    check(model, w, loss, optimizer, new float[] {1, 1, 5});
  }

  private static void check(
      Model model, GraphVariable w, Output loss, Optimizer optimizer, float[] expected) {
    Node step = optimizer.minimize(model, loss);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      for (int i = 0; i < 400; i++) {
        session.runner().addTarget(step).run();
      }
      Tensor found = session.run(w);
      for (int i = 0; i < expected.length; i++) {
        assertThat(found.getFloat(i)).as("element %s", i).isCloseTo(expected[i], offset(0.12f));
      }
      long steps = session.run(model.globalStep()).getLong(0);
      assertThat(steps).isEqualTo(400);
    }
  }

  @Test
  void learningRatesFollowTheStep() {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Output step = ops.withName("step").placeholder(DType.FLOAT32, Shape.scalar());
    assertThat(rate(graph, step, LearningRate.exponential(1, 10, 0.5f).at(ops, step), 20))
        .isEqualTo(0.25f);
    assertThat(rate(graph, step, LearningRate.staircase(1, 10, 0.5f).at(ops, step), 19))
        .isEqualTo(0.5f);
    assertThat(rate(graph, step, LearningRate.inverseTime(1, 10, 1).at(ops, step), 10))
        .isEqualTo(0.5f);
    assertThat(rate(graph, step, LearningRate.polynomial(1, 0, 10, 1).at(ops, step), 4))
        .isCloseTo(0.6f, offset(1e-6f));
    assertThat(rate(graph, step, LearningRate.cosine(1, 0, 10).at(ops, step), 5))
        .isCloseTo(0.5f, offset(1e-6f));
    assertThat(rate(graph, step, LearningRate.of(1).warmingUp(10).at(ops, step), 4))
        .isEqualTo(0.5f);
    LearningRate pieces = LearningRate.piecewise(List.of(10L, 20L), List.of(3f, 2f, 1f));
    assertThat(rate(graph, step, pieces.at(ops, step), 9)).isEqualTo(3);
    assertThat(rate(graph, step, pieces.at(ops, step), 10)).isEqualTo(2);
    assertThat(rate(graph, step, pieces.at(ops, step), 25)).isEqualTo(1);
  }

  private static float rate(Graph graph, Output step, Output rate, float at) {
    try (Session session = Session.open(graph)) {
      return session.runner().feed(step, Tensors.scalar(at)).run(rate).getFloat(0);
    }
  }
}
