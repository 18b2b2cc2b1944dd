package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.layer.BatchNorm;
import dev.weir.train.optimizer.GradientAccumulation;
import dev.weir.train.optimizer.GradientDescent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What changes a training step: averages, accumulation, scaling. */
final class TestTrainingSteps {
  private final Model model = Model.create(new Graph());
  private final Ops ops = model.ops();
  private final Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1));
  private final GraphVariable w = model.variable("w", ops.constant(1f));

  private static float value(Session session, Operand what) {
    return session.run(what).getFloat(0);
  }

  private static long steps(Session session, Model model) {
    return session.run(model.globalStep()).getLong(0);
  }

  private void run(Session session, Node step, float... batch) {
    session.runner().feed(x, Tensors.vector(batch)).addTarget(step).run();
  }

  @Test
  void averagesFollowAndSwap() {
    Output loss = Losses.mean(ops, ops.math.mul(w, x));
    ExponentialMovingAverage average = ExponentialMovingAverage.of(model, 0.75f);
    Node step = average.after(GradientDescent.of(1).minimize(model, loss));
    Node swap = average.swap();
    Node initializer = model.initializer();
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(initializer).run();
      run(session, step, 2);
      assertThat(value(session, w)).isEqualTo(-1);
      assertThat(value(session, average.of(w))).isEqualTo(0.5f);
      run(session, step, 2);
      assertThat(value(session, average.of(w))).isEqualTo(-0.375f);
      session.runner().addTarget(swap).run();
      assertThat(value(session, w)).isEqualTo(-0.375f);
      assertThat(value(session, average.of(w))).isEqualTo(-3);
      session.runner().addTarget(swap).run();
      assertThat(value(session, w)).isEqualTo(-3);
    }
    assertThatThrownBy(() -> average.of(model.globalStep())).hasMessageContaining("no average");
  }

  @Test
  void accumulatedGradientsAreThoseOfOneBatch() {
    Output loss = Losses.mean(ops, ops.math.mul(w, x));
    List<Optimizer.Update> updates = Optimizer.gradients(model, loss, model.trainable());
    Node step = GradientDescent.of(1).apply(model, GradientAccumulation.every(model, 3, updates));
    Node initializer = model.initializer();
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(initializer).run();
      for (int round = 1; round <= 2; round++) {
        float before = value(session, w);
        run(session, step, 1);
        run(session, step, 2);
        assertThat(value(session, w)).isEqualTo(before);
        assertThat(steps(session, model)).isEqualTo(round - 1);
        run(session, step, 6);
        assertThat(value(session, w)).isCloseTo(before - 3, offset(1e-6f));
        assertThat(steps(session, model)).isEqualTo(round);
      }
    }
  }

  @Test
  void whileGradientsAreAccumulatedOtherUpdatesGoOn() {
    Output image = ops.array.reshape(x, -1, 1);
    Output loss = Losses.mean(ops, BatchNorm.create().withMomentum(0.5f).apply(model, image));
    GraphVariable mean = model.variables().get(3);
    assertThat(mean.name()).endsWith("moving_mean");
    Trainer trainer =
        Trainer.of(model, loss, GradientDescent.of(1))
            .inputs(x)
            .gradients(updates -> GradientAccumulation.every(model, 2, updates));
    Batches batches = Batches.of(Tensors.vector(4f, 4f)).batch(2);
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, batches, FitOptions.epochs(1));
      assertThat(value(session, mean)).isEqualTo(2);
      assertThat(steps(session, model)).isZero();
      trainer.fit(session, batches, FitOptions.epochs(1));
      assertThat(value(session, mean)).isEqualTo(3);
      assertThat(steps(session, model)).isEqualTo(1);
    }
  }

  @Test
  void scalingSavesGradientsTooSmallForFloat16() {
    float tiny = 1e-9f;
    assertThat(afterOneStep(false, tiny)).isZero();
    assertThat(afterOneStep(true, tiny)).isCloseTo(-tiny, offset(tiny / 100));
  }

  /** What a weight becomes whose gradient passes through float16. */
  private static float afterOneStep(boolean scaled, float gradient) {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    GraphVariable weight = model.variable("weight", ops.constant(0f));
    Output half = ops.math.cast(weight, DType.FLOAT16);
    Output loss = ops.math.mul(ops.math.cast(half, DType.FLOAT32), ops.constant(gradient));
    List<Optimizer.Update> updates =
        scaled
            ? LossScale.dynamic().gradients(model, loss, model.trainable())
            : Optimizer.gradients(model, loss, model.trainable());
    Node step = GradientDescent.of(1).apply(model, updates);
    Node initializer = model.initializer();
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(initializer).run();
      session.runner().addTarget(step).run();
      return value(session, weight);
    }
  }

  @Test
  void aStepThatOverflowsIsLeftOutAndTheScaleHalved() {
    Output loss = Losses.mean(ops, ops.math.mul(w, x));
    LossScale scale = new LossScale(1024, 2);
    Node step = GradientDescent.of(1).apply(model, scale.gradients(model, loss, model.trainable()));
    GraphVariable current =
        model.variables().stream()
            .filter(variable -> variable.name().endsWith("/scale"))
            .findFirst()
            .orElseThrow();
    Node initializer = model.initializer();
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(initializer).run();
      run(session, step, Float.POSITIVE_INFINITY);
      assertThat(value(session, w)).isEqualTo(1);
      assertThat(value(session, current)).isEqualTo(512);
      assertThat(steps(session, model)).isZero();
      run(session, step, 2);
      assertThat(value(session, w)).isEqualTo(-1);
      assertThat(value(session, current)).isEqualTo(512);
      run(session, step, 2);
      assertThat(value(session, current)).as("two good steps").isEqualTo(1024);
      assertThat(steps(session, model)).isEqualTo(2);
    }
  }

  @Test
  void theTrainerTakesThemAll() {
    Output loss = Losses.meanSquaredError(ops, x, w);
    ExponentialMovingAverage average = ExponentialMovingAverage.of(model, 0.5f);
    Trainer trainer =
        Trainer.of(model, loss, GradientDescent.of(0.1f))
            .inputs(x)
            .scaling(LossScale.dynamic())
            .following(average::after);
    Tensor threes = Tensors.vector(3f, 3f, 3f, 3f);
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, Batches.of(threes), FitOptions.epochs(20));
      assertThat(value(session, w)).isCloseTo(3, offset(1e-3f));
      assertThat(value(session, average.of(w))).isCloseTo(3, offset(1e-3f));
    }
  }
}
