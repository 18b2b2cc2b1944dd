package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.error.WeirException;
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
import dev.weir.train.layer.AveragePool2D;
import dev.weir.train.layer.BatchNorm;
import dev.weir.train.layer.Conv2D;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Dropout;
import dev.weir.train.layer.Flatten;
import dev.weir.train.layer.LayerNorm;
import dev.weir.train.layer.MaxPool2D;
import dev.weir.train.layer.Sequential;
import dev.weir.train.layer.Window;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.GradientDescent;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestLayers {
  private static final int SIZE = 8;
  private static final int BATCH = 32;

  /** Noise with a bar in it: the label says whether it lies or stands. */
  private static int[] bars(Random random, Tensor images) {
    int[] labels = new int[BATCH];
    for (int n = 0; n < BATCH; n++) {
      labels[n] = random.nextInt(2);
      int place = random.nextInt(SIZE);
      for (int i = 0; i < SIZE * SIZE; i++) {
        int along = labels[n] == 0 ? i / SIZE : i % SIZE;
        float bar = along == place ? 1 : 0;
        images.setFloat((long) n * SIZE * SIZE + i, bar + 0.2f * (float) random.nextGaussian());
      }
    }
    return labels;
  }

  @Test
  void aSmallConvolutionalNetworkLearns() {
    Model model = Model.create(new Graph(), 7);
    Ops ops = model.ops();
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1, SIZE, SIZE, 1));
    Output labels = ops.placeholder(DType.INT32, Shape.of(-1));
    Output logits =
        Sequential.of(
                Conv2D.of(8, 3).same().withoutBias(),
                BatchNorm.create().withMomentum(0.9f),
                MaxPool2D.of(2),
                Conv2D.of(8, Window.of(3).strides(2)).relu(),
                AveragePool2D.of(2).same(),
                new Flatten(),
                Dropout.of(0.2),
                Dense.of(2))
            .apply(model, x);
    Output loss = Losses.sparseSoftmaxCrossEntropy(ops, labels, logits);
    Output accuracy = Losses.accuracy(ops, labels, logits);
    Node step = Adam.of(0.01f).minimize(model, loss);
    Random random = new Random(3);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      for (int i = 0; i < 300; i++) {
        Tensor images = Tensor.allocate(DType.FLOAT32, Shape.of(BATCH, SIZE, SIZE, 1));
        int[] classes = bars(random, images);
        session
            .runner()
            .feed(x, images.freeze())
            .feed(labels, Tensors.vector(classes))
            .feed(model.training(), Tensors.scalar(true))
            .addTarget(step)
            .run();
      }
      Tensor images = Tensor.allocate(DType.FLOAT32, Shape.of(BATCH, SIZE, SIZE, 1));
      int[] classes = bars(random, images);
      Tensor share =
          session
              .runner()
              .feed(x, images.freeze())
              .feed(labels, Tensors.vector(classes))
              .run(accuracy);
      assertThat(share.getFloat(0)).isGreaterThan(0.9f);
    }
  }

  @Test
  void batchNormFollowsTheBatchesOfTrainingStepsOnly() {
    Model model = Model.create(new Graph());
    Ops ops = model.ops();
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1, 1));
    Output y = BatchNorm.create().withMomentum(0.5f).apply(model, x);
    Output loss = Losses.meanSquaredError(ops, ops.constant(0f), y);
    Node step = GradientDescent.of(0).minimize(model, loss);
    GraphVariable mean = model.variables().get(2);
    GraphVariable variance = model.variables().get(3);
    assertThat(mean.name()).endsWith("moving_mean");
    Tensor batch = column(1, 3);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Output training = model.training();
      Tensor normal =
          session
              .runner()
              .feed(x, batch)
              .feed(training, Tensors.scalar(true))
              .addTarget(step)
              .run(y);
      assertThat(normal.getFloat(0)).isCloseTo(-1, offset(1e-3f));
      assertThat(normal.getFloat(1)).isCloseTo(1, offset(1e-3f));
      // halfway from 0 to 2, and from 1 to the sample's variance 2
      assertThat(value(session, mean)).isCloseTo(1, offset(1e-6f));
      assertThat(value(session, variance)).isCloseTo(1.5f, offset(1e-6f));
      Tensor used = session.runner().feed(x, batch).run(y);
      assertThat(used.getFloat(1)).isCloseTo((float) (2 / Math.sqrt(1.501)), offset(1e-5f));
      session.runner().feed(x, batch).addTarget(step).run();
      assertThat(value(session, mean)).isCloseTo(1, offset(1e-6f));
      assertThat(session.run(model.globalStep()).getLong(0)).isEqualTo(2);
    }
  }

  private static Tensor column(float... values) {
    Tensor column = Tensor.allocate(DType.FLOAT32, Shape.of(values.length, 1));
    for (int i = 0; i < values.length; i++) {
      column.setFloat(i, values[i]);
    }
    return column.freeze();
  }

  private static float value(Session session, GraphVariable variable) {
    return session.run(variable).getFloat(0);
  }

  @Test
  void dropoutDropsOnlyWhileTraining() {
    Model model = Model.create(new Graph(), 5);
    Output ones = model.ops().placeholder(DType.FLOAT32, Shape.of(1000));
    Output dropped = Dropout.of(0.25).apply(model, ones);
    Tensor input = Tensor.allocate(DType.FLOAT32, Shape.of(1000));
    for (int i = 0; i < 1000; i++) {
      input.setFloat(i, 3);
    }
    Tensor threes = input.freeze();
    try (Session session = Session.open(model.graph())) {
      Tensor used = session.runner().feed(ones, threes).run(dropped);
      Tensor trained =
          session
              .runner()
              .feed(ones, threes)
              .feed(model.training(), Tensors.scalar(true))
              .run(dropped);
      int zeros = 0;
      for (int i = 0; i < 1000; i++) {
        assertThat(used.getFloat(i)).isEqualTo(3);
        assertThat(trained.getFloat(i)).isIn(0f, 4f);
        zeros += trained.getFloat(i) == 0 ? 1 : 0;
      }
      assertThat(zeros).isBetween(200, 300);
    }
  }

  @Test
  void layerNormLevelsRows() {
    Model model = Model.create(new Graph());
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output y = LayerNorm.create().apply(model, x);
    Tensor rows = Tensor.allocate(DType.FLOAT32, Shape.of(2, 2));
    rows.setFloat(0, 1);
    rows.setFloat(1, 3);
    rows.setFloat(2, -10);
    rows.setFloat(3, 10);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Tensor level = session.runner().feed(x, rows.freeze()).run(y);
      assertThat(level.getFloat(0)).isCloseTo((float) (-1 / Math.sqrt(1.001)), offset(1e-5f));
      assertThat(level.getFloat(3)).isCloseTo((float) (10 / Math.sqrt(100.001)), offset(1e-5f));
    }
  }

  @Test
  void layersSayWhatTheyTake() {
    Model model = Model.create(new Graph());
    Output flat = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 4));
    assertThatThrownBy(() -> Conv2D.of(1, 3).apply(model, flat))
        .isInstanceOf(WeirException.class)
        .hasMessageContaining("takes images [batch, rows, columns, channels]");
    assertThatThrownBy(() -> MaxPool2D.of(2).apply(model, flat))
        .hasMessageContaining("takes images");
    assertThatThrownBy(() -> Dropout.of(1)).hasMessageContaining("[0, 1)");
    assertThatThrownBy(() -> Window.of(2).strides(0)).hasMessageContaining("at least 1");
  }
}
