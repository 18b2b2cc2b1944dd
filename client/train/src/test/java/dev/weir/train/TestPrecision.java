package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.autodiff.Gradient;
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
import dev.weir.train.layer.Activation;
import dev.weir.train.layer.AveragePool2D;
import dev.weir.train.layer.BatchNorm;
import dev.weir.train.layer.Conv2D;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Dropout;
import dev.weir.train.layer.Embedding;
import dev.weir.train.layer.Flatten;
import dev.weir.train.layer.Gru;
import dev.weir.train.layer.Initializer;
import dev.weir.train.layer.Layer;
import dev.weir.train.layer.LayerNorm;
import dev.weir.train.layer.Lstm;
import dev.weir.train.layer.MaxPool2D;
import dev.weir.train.layer.MultiHeadAttention;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.GradientDescent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Models that compute in 16 bits and keep their variables in 32. */
final class TestPrecision {
  private static final int EXAMPLES = 300;

  /** Three spirals, which a line does not tell apart. */
  private static MemoryBatches spirals() {
    Random random = new Random(6);
    Tensor points = Tensor.allocate(DType.FLOAT32, Shape.of(EXAMPLES, 2));
    Tensor arms = Tensor.allocate(DType.INT32, Shape.of(EXAMPLES));
    for (int i = 0; i < EXAMPLES; i++) {
      int arm = i % 3;
      double radius = 0.1 + random.nextDouble();
      double angle = 2 * radius + arm * 2 * Math.PI / 3 + 0.1 * random.nextGaussian();
      points.setFloat(2L * i, (float) (radius * Math.cos(angle)));
      points.setFloat(2L * i + 1, (float) (radius * Math.sin(angle)));
      arms.setLong(i, arm);
    }
    return Batches.of(points.freeze(), arms.freeze());
  }

  private static double accuracyAfterTraining(Precision precision) {
    Model model = Model.create(new Graph(), 5).with(precision);
    Ops ops = model.ops();
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1, 2));
    Output labels = ops.placeholder(DType.INT32, Shape.of(-1));
    Output logits =
        Sequential.of(Dense.of(32).relu(), LayerNorm.create(), Dense.of(32).relu(), Dense.of(3))
            .apply(model, x);
    Output loss = Losses.sparseSoftmaxCrossEntropy(ops, labels, logits);
    assertThat(loss.dtype()).isEqualTo(DType.FLOAT32);
    Trainer trainer =
        Trainer.of(model, loss, Adam.of(0.01f))
            .inputs(x, labels)
            .metric("accuracy", Metrics.accuracy(labels, logits));
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, spirals().batch(50).shuffled(2), FitOptions.epochs(60));
      return trainer.evaluate(session, spirals().batch(EXAMPLES)).get("accuracy");
    }
  }

  @Test
  void trainsNearlyAsWellAsInFloat32() {
    double full = accuracyAfterTraining(Precision.asGiven());
    assertThat(full).isGreaterThan(0.95);
    assertThat(accuracyAfterTraining(Precision.mixedBfloat16())).isGreaterThan(full - 0.03);
    assertThat(accuracyAfterTraining(Precision.mixedFloat16())).isGreaterThan(full - 0.03);
  }

  @Test
  void layersKeepFloat32AndComputeInTheSmallType() {
    for (Precision precision : List.of(Precision.mixedBfloat16(), Precision.mixedFloat16())) {
      Model model = Model.create(new Graph(), 5).with(precision);
      Ops ops = model.ops();
      Output images = ops.placeholder(DType.FLOAT32, Shape.of(-1, 8, 8, 2));
      Output words = ops.placeholder(DType.INT32, Shape.of(-1, 5));
      Layer forImages =
          Sequential.of(
              Conv2D.of(4, 3).same(),
              BatchNorm.create(),
              MaxPool2D.of(2),
              AveragePool2D.of(2),
              new Flatten(),
              Dropout.of(0.1),
              Dense.of(6).with(Activation.gelu()));
      Layer forWords =
          Sequential.of(
              Embedding.of(20, 6),
              MultiHeadAttention.of(2, 3).causal(),
              LayerNorm.create(),
              Lstm.of(6).sequence(),
              Gru.of(6),
              Dense.of(6).with(Activation.softmax()));
      Output seen = forImages.apply(model, images);
      Output read = forWords.apply(model, words);
      assertThat(seen.dtype()).isEqualTo(precision.compute());
      assertThat(read.dtype()).isEqualTo(precision.compute());
      assertThat(model.variables()).extracting(Operand::dtype).containsOnly(DType.FLOAT32);
      Output loss = Losses.meanSquaredError(ops, seen, read);
      assertThat(loss.dtype()).isEqualTo(DType.FLOAT32);
      List<Optimizer.Update> updates = Optimizer.gradients(model, loss, model.trainable());
      assertThat(updates).hasSameSizeAs(model.trainable());
      for (Optimizer.Update update : updates) {
        DType arriving =
            switch (update.gradient()) {
              case Gradient.Dense dense -> dense.value().dtype();
              case Gradient.Rows rows -> rows.slices().values().dtype();
              case Gradient.None none -> throw new AssertionError(none.reason());
            };
        assertThat(arriving).as(update.variable().name()).isEqualTo(DType.FLOAT32);
      }
      runOneStep(model, updates, images, words, loss);
    }
  }

  private static void runOneStep(
      Model model, List<Optimizer.Update> updates, Output images, Output words, Output loss) {
    Node step = GradientDescent.of(0.1f).apply(model, updates);
    Tensor pixels = Tensor.allocate(DType.FLOAT32, Shape.of(2, 8, 8, 2));
    for (int i = 0; i < pixels.elements(); i++) {
      pixels.setFloat(i, (float) Math.sin(i));
    }
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Tensor value =
          session
              .runner()
              .feed(images, pixels.freeze())
              .feed(words, Tensors.of(Shape.of(2, 5), 0, 1, 2, 3, 4, 5, 6, 7, 8, 19))
              .feed(model.training(), Tensors.scalar(true))
              .addTarget(step)
              .run(loss);
      assertThat(value.getFloat(0)).isPositive().isFinite();
    }
  }

  @Test
  void smallStepsAreNotLost() {
    // 1 + 1/1024 is 1 in bfloat16: only a float32 variable adds up such steps
    Model model = Model.create(new Graph(), 5).with(Precision.mixedBfloat16());
    Ops ops = model.ops();
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1, 1));
    Output y = Dense.of(1).withoutBias().startingAs(Initializer.ones()).apply(model, x);
    Trainer trainer =
        Trainer.of(model, Losses.mean(ops, y), GradientDescent.of(1f / 1024)).inputs(x);
    try (Session session = Session.open(model.graph())) {
      Tensor minusOne = Tensors.of(Shape.of(1, 1), -1f);
      trainer.fit(session, Batches.of(minusOne), FitOptions.epochs(512));
      Tensor w = session.run(model.trainable().getFirst());
      assertThat(w.getFloat(0)).isEqualTo(1.5f);
    }
  }

  @Test
  void theScaleRecoversFromOverflow() {
    Model model = Model.create(new Graph(), 5).with(Precision.mixedFloat16());
    Ops ops = model.ops();
    Output x = ops.placeholder(DType.FLOAT32, Shape.of(-1, 1));
    Output wanted = ops.placeholder(DType.FLOAT32, Shape.of(-1, 1));
    Output y = Dense.of(1).apply(model, x);
    Output loss = Losses.meanSquaredError(ops, wanted, y);
    Trainer trainer =
        Trainer.of(model, loss, GradientDescent.of(0.02f))
            .inputs(x, wanted)
            .scaling(new LossScale(1 << 20, 2000));
    Batches batch = Batches.of(column(1, 2, 3), column(9, 11, 13)).batch(3);
    List<Double> scales = new ArrayList<>();
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, batch, FitOptions.epochs(1));
      GraphVariable scale = named(model, "loss_scale/scale");
      GraphVariable bias = named(model, "dense/bias");
      assertThat(number(session, bias)).as("the step was left out").isZero();
      assertThat(number(session, model.globalStep())).isZero();
      assertThat(number(session, scale)).isEqualTo(1 << 19);
      for (int i = 0; i < 12; i++) {
        trainer.fit(session, batch, FitOptions.epochs(1));
        scales.add(number(session, scale));
      }
      assertThat(number(session, model.globalStep())).as("steps were made").isPositive();
      assertThat(scales.getLast()).isEqualTo(scales.get(scales.size() - 2)).isGreaterThan(1);
      trainer.fit(session, batch, FitOptions.epochs(600));
      assertThat(trainer.evaluate(session, batch).get("loss")).isCloseTo(0, offset(0.05));
    }
  }

  @Test
  void aTrainerScalesFloat16ByItself() {
    Model model = Model.create(new Graph(), 5).with(Precision.mixedFloat16());
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 1));
    Output loss = Losses.mean(model.ops(), Dense.of(1).apply(model, x));
    Trainer.of(model, loss, GradientDescent.of(1)).step();
    assertThat(model.variables())
        .extracting(GraphVariable::name)
        .contains("loss_scale/scale", "loss_scale/good_steps");
    assertThatThrownBy(() -> new Precision(DType.FLOAT32))
        .hasMessageContaining("float16 or bfloat16, got float32");
  }

  private static GraphVariable named(Model model, String name) {
    return model.variables().stream()
        .filter(variable -> variable.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static double number(Session session, Operand what) {
    Tensor value = session.run(what);
    return value.dtype() == DType.INT64 ? value.getLong(0) : value.getDouble(0);
  }

  private static Tensor column(float... values) {
    return Tensors.of(Shape.of(values.length, 1), values);
  }
}
