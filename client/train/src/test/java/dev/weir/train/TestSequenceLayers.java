package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.KernelSelector;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Embedding;
import dev.weir.train.layer.Flatten;
import dev.weir.train.layer.Gru;
import dev.weir.train.layer.Layer;
import dev.weir.train.layer.Lstm;
import dev.weir.train.layer.MultiHeadAttention;
import dev.weir.train.layer.Sequential;
import dev.weir.train.layer.SimpleRnn;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.GradientDescent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestSequenceLayers {
  private static final int STEPS = 5;
  private static final int KINDS = 4;
  private static final int EXAMPLES = 128;

  /** Which kind the first step of a sequence was is learned from what the layer makes of it. */
  private static double learned(Layer layer) {
    Tensor sequences = Tensor.allocate(DType.INT32, Shape.of(EXAMPLES, STEPS));
    Tensor firsts = Tensor.allocate(DType.INT32, Shape.of(EXAMPLES));
    Random random = new Random(4);
    for (int i = 0; i < EXAMPLES * STEPS; i++) {
      sequences.setLong(i, random.nextInt(KINDS));
    }
    for (int i = 0; i < EXAMPLES; i++) {
      firsts.setLong(i, sequences.getInt((long) i * STEPS));
    }
    Model model = Model.create(new Graph(), 11);
    Ops ops = model.ops();
    Output x = ops.placeholder(DType.INT32, Shape.of(-1, STEPS));
    Output labels = ops.placeholder(DType.INT32, Shape.of(-1));
    Output logits =
        Sequential.of(Embedding.of(KINDS, 6), layer, new Flatten(), Dense.of(KINDS))
            .apply(model, x);
    Output loss = Losses.sparseSoftmaxCrossEntropy(ops, labels, logits);
    Trainer trainer =
        Trainer.of(model, loss, Adam.of(0.03f))
            .inputs(x, labels)
            .metric("accuracy", Metrics.accuracy(labels, logits));
    Batches batches = Batches.of(sequences.freeze(), firsts.freeze()).batch(32).shuffled(2);
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, batches, FitOptions.epochs(40));
      return trainer.evaluate(session, batches).get("accuracy");
    }
  }

  @Test
  void anLstmRemembers() {
    assertThat(learned(Lstm.of(12))).isGreaterThan(0.9);
  }

  @Test
  void anLstmGivesSequences() {
    assertThat(learned(Lstm.of(6).sequence())).isGreaterThan(0.9);
  }

  @Test
  void aGruRemembers() {
    assertThat(learned(Gru.of(12))).isGreaterThan(0.9);
  }

  @Test
  void attentionLearns() {
    assertThat(learned(MultiHeadAttention.of(2, 4))).isGreaterThan(0.9);
  }

  @Test
  void theLastStepIsTheEndOfTheSequence() {
    for (boolean isLstm : new boolean[] {true, false}) {
      Model whole = Model.create(new Graph(), 6);
      Model last = Model.create(new Graph(), 6);
      Output all = of(whole, isLstm ? Lstm.of(3).sequence() : Gru.of(3).sequence());
      Output end = of(last, isLstm ? Lstm.of(3) : Gru.of(3));
      Tensor sequence = run(whole, all, 1, 2, 3, 4);
      Tensor step = run(last, end, 1, 2, 3, 4);
      assertThat(sequence.shape()).isEqualTo(Shape.of(1, 2, 3));
      assertThat(step.shape()).isEqualTo(Shape.of(1, 3));
      for (int i = 0; i < 3; i++) {
        assertThat(step.getFloat(i)).isEqualTo(sequence.getFloat(3 + i));
      }
    }
  }

  @Test
  void anLstmReadsInPartsWhatItReadsAtOnce() {
    Model model = Model.create(new Graph(), 6);
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(1, -1, 2));
    Lstm.Reading reading = Lstm.of(3).read(model, x);
    Output h = reading.after().h();
    Output c = reading.after().c();
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Tensor whole = Tensors.of(Shape.of(1, 3, 2), 1f, 2f, 3f, 4f, 5f, 6f);
      Tensor first = Tensors.of(Shape.of(1, 2, 2), 1f, 2f, 3f, 4f);
      Tensor second = Tensors.of(Shape.of(1, 1, 2), 5f, 6f);
      List<Tensor> atOnce = session.runner().feed(x, whole).fetch(h).fetch(c).run();
      List<Tensor> memory = session.runner().feed(x, first).fetch(h).fetch(c).run();
      List<Tensor> inParts =
          session
              .runner()
              .feed(x, second)
              .feed(reading.before().h(), memory.get(0))
              .feed(reading.before().c(), memory.get(1))
              .fetch(h)
              .fetch(c)
              .run();
      assertThat(inParts.get(0).floats()).containsExactly(atOnce.get(0).floats(), offset(1e-6f));
      assertThat(inParts.get(1).floats()).containsExactly(atOnce.get(1).floats(), offset(1e-6f));
      List<Tensor> forgotten = session.runner().feed(x, second).fetch(h).fetch(c).run();
      assertThat(forgotten.get(1).getFloat(0))
          .isNotCloseTo(atOnce.get(1).getFloat(0), offset(1e-3f));
    }
  }

  private static Output of(Model model, Layer layer) {
    Output x = model.ops().withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2, 2));
    return layer.apply(model, x);
  }

  private static Tensor run(Model model, Output y, float... x) {
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Tensor sequence = Tensors.of(Shape.of(1, 2, 2), x);
      return session.runner().feed("x", sequence).run(y);
    }
  }

  @Test
  void causalAttentionDoesNotLookAhead() {
    assertThat(changeOfFirstStep(MultiHeadAttention.of(2, 3).causal())).isZero();
    assertThat(changeOfFirstStep(MultiHeadAttention.of(2, 3))).isNotCloseTo(0, offset(1e-3f));
  }

  /** How much what is said of the first step changes with the second. */
  private static float changeOfFirstStep(Layer layer) {
    Model model = Model.create(new Graph(), 9);
    Output y = of(model, layer);
    return run(model, y, 1, 2, 3, 4).getFloat(0) - run(model, y, 1, 2, -5, 6).getFloat(0);
  }

  @Test
  void layersSayWhatTheyTake() {
    Model model = Model.create(new Graph());
    Output flat = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 4));
    Output endless = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, -1, 4));
    assertThatThrownBy(() -> Lstm.of(2).apply(model, flat))
        .hasMessageContaining("takes sequences [batch, steps, width]");
    assertThatThrownBy(() -> Gru.of(2).apply(model, endless))
        .hasMessageContaining("must know the number of steps");
    assertThatThrownBy(() -> Embedding.of(2, 2).apply(model, flat))
        .hasMessageContaining("int32 or int64");
    assertThat(Lstm.of(2).apply(model, endless).shape()).isEqualTo(Shape.of(-1, 2));
  }

  @Test
  void aPlainRecurrentLayerRemembersForAWhile() {
    assertThat(learned(SimpleRnn.of(16).sequence())).isGreaterThan(0.9);
  }

  /** Against the formula, step by step, with the weights that were drawn. */
  @Test
  void aPlainRecurrentLayerFollowsItsFormula() {
    Model model = Model.create(new Graph(), 8);
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, 3, 2));
    Output y = SimpleRnn.of(4).sequence().apply(model, x);
    double[] inputs = {0.5, -1, 2, 0.25, -0.75, 1};
    Tensor fed = Tensors.of(Shape.of(1, 3, 2), 0.5f, -1f, 2f, 0.25f, -0.75f, 1f);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      List<Tensor> weights =
          model.trainable().stream().map(variable -> session.run(variable.read())).toList();
      Tensor result = session.runner().feed(x, fed).run(y);
      assertThat(result.shape()).isEqualTo(Shape.of(1, 3, 4));
      double[] before = new double[4];
      for (int step = 0; step < 3; step++) {
        double[] after = new double[4];
        for (int cell = 0; cell < 4; cell++) {
          double sum = weights.get(2).getDouble(cell);
          for (int i = 0; i < 2; i++) {
            sum += inputs[2 * step + i] * weights.get(0).getDouble(4L * i + cell);
          }
          for (int i = 0; i < 4; i++) {
            sum += before[i] * weights.get(1).getDouble(4L * i + cell);
          }
          after[cell] = Math.tanh(sum);
          assertThat(result.getDouble(4L * step + cell)).isCloseTo(after[cell], offset(1e-5));
        }
        before = after;
      }
    }
  }

  /** Fast kernels may keep weights in a layout of their own, while these do not change. */
  @Test
  void anLstmSeesThatItsWeightsHaveChanged() {
    Model model = Model.create(new Graph(), 3);
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1, STEPS, 8));
    Output y = Lstm.of(16).apply(model, x);
    Node step = GradientDescent.of(0.5f).minimize(model, model.ops().nn.l2Loss(y));
    Tensor batch = Tensor.allocate(DType.FLOAT32, Shape.of(9, STEPS, 8));
    Random random = new Random(7);
    for (int i = 0; i < batch.elements(); i++) {
      batch.setFloat(i, random.nextFloat() - 0.5f);
    }
    List<List<Tensor>> results = new ArrayList<>();
    for (KernelSelector kernels : List.of(KernelSelector.standard(), KernelSelector.reference())) {
      List<Tensor> seen = new ArrayList<>();
      try (Session session =
          Session.open(model.graph(), LocalOptions.builder().kernels(kernels).build())) {
        session.runner().addTarget(model.initializer()).run();
        for (int round = 0; round < 3; round++) {
          for (int repeat = 0; repeat < 3; repeat++) {
            seen.addAll(session.runner().feed(x, batch).fetch(y).run());
          }
          session.runner().feed(x, batch).addTarget(step).run();
        }
      }
      results.add(seen);
    }
    for (int i = 0; i < results.get(0).size(); i++) {
      for (int j = 0; j < results.get(0).get(i).elements(); j++) {
        assertThat(results.get(0).get(i).getDouble(j))
            .as("run %s, element %s", i, j)
            .isCloseTo(results.get(1).get(i).getDouble(j), offset(1e-5));
      }
    }
    assertThat(results.get(0).get(0).getDouble(0)).isNotEqualTo(results.get(0).get(8).getDouble(0));
  }
}
