package dev.weir.train.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.FitOptions;
import dev.weir.train.Losses;
import dev.weir.train.Measures;
import dev.weir.train.MemoryBatches;
import dev.weir.train.Metrics;
import dev.weir.train.Model;
import dev.weir.train.Precision;
import dev.weir.train.Trainer;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.GradientDescent;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestFlow {
  private static final int EXAMPLES = 256;

  private final Model model = Model.create(new Graph(), 11);
  private final Ops ops = model.ops();

  /** Two inputs, an encoder for both, two outputs of which one has a residual branch. */
  @Test
  void aModelWithBranchesLearns() {
    Flow left = Flow.input(model, "left", DType.FLOAT32, 3);
    Flow right = Flow.input(model, "right", DType.FLOAT32, 3);
    Layer encoder = Dense.of(16).with(Activation.tanh()).then(Dense.of(8)).shared();
    Flow both = Flow.concat(left.then(encoder), right.then(encoder)).then(Dense.of(16).relu());
    Flow larger = both.then("larger", Dense.of(2));
    Flow sum = both.plus(both.then(Dense.of(16).relu())).then("sum", Dense.of(1));
    Flow sides = Flow.input(model, "sides", DType.INT32);
    Flow sums = Flow.input(model, "sums", DType.FLOAT32, 1);
    Output loss =
        ops.math.add(
            Losses.sparseSoftmaxCrossEntropy(ops, sides, larger),
            Losses.meanSquaredError(ops, sums, sum));
    assertThat(model.trainable())
        .extracting(GraphVariable::name)
        .contains("larger/dense/kernel", "sum/dense/bias")
        .hasSize(2 * (2 + 1 + 1 + 1 + 1));
    Trainer trainer =
        Trainer.of(model, loss, Adam.of(0.01f))
            .inputs(left, right, sides, sums)
            .metric("accuracy", Metrics.accuracy(sides, larger))
            .metric("error", Losses.meanAbsoluteError(ops, sums, sum));
    Batches batches = examples().batch(32).shuffled(1);
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, batches, FitOptions.epochs(60));
      Measures result = trainer.evaluate(session, examples().batch(64));
      assertThat(result.get("accuracy")).isGreaterThan(0.93);
      assertThat(result.get("error")).isLessThan(0.25);
    }
  }

  /** Which of two vectors has the larger first number, and the sum of all their numbers. */
  private static MemoryBatches examples() {
    Random random = new Random(4);
    Tensor left = Tensor.allocate(DType.FLOAT32, Shape.of(EXAMPLES, 3));
    Tensor right = Tensor.allocate(DType.FLOAT32, Shape.of(EXAMPLES, 3));
    Tensor sides = Tensor.allocate(DType.INT32, Shape.of(EXAMPLES));
    Tensor sums = Tensor.allocate(DType.FLOAT32, Shape.of(EXAMPLES, 1));
    for (int i = 0; i < EXAMPLES; i++) {
      float sum = 0;
      for (int j = 0; j < 3; j++) {
        left.setFloat(3L * i + j, random.nextFloat() * 2 - 1);
        right.setFloat(3L * i + j, random.nextFloat() * 2 - 1);
        sum += left.getFloat(3L * i + j) + right.getFloat(3L * i + j);
      }
      sides.setLong(i, left.getFloat(3L * i) > right.getFloat(3L * i) ? 0 : 1);
      sums.setFloat(i, sum);
    }
    return Batches.of(left.freeze(), right.freeze(), sides.freeze(), sums.freeze());
  }

  @Test
  void sharedLayersLearnFromAllTheirUses() {
    Flow a = Flow.input(model, "a", DType.FLOAT32, 1);
    Flow b = Flow.input(model, "b", DType.FLOAT32, 1);
    Layer twice = Dense.of(1).withoutBias().startingAs(Initializer.ones()).shared();
    Flow sum = a.then(twice).plus(b.then(twice));
    assertThat(model.trainable()).hasSize(1);
    Trainer trainer = Trainer.of(model, Losses.mean(ops, sum), GradientDescent.of(1)).inputs(a, b);
    try (Session session = Session.open(model.graph())) {
      Tensor two = Tensors.of(Shape.of(1, 1), 2f);
      Tensor three = Tensors.of(Shape.of(1, 1), 3f);
      trainer.fit(session, Batches.of(two, three), FitOptions.epochs(1));
      Tensor left = session.run(model.trainable().getFirst());
      assertThat(left.getFloat(0)).isEqualTo(1 - 2 - 3);
    }
  }

  @Test
  void batchNormIsSharedWithItsAverages() {
    Flow a = Flow.input(model, "a", DType.FLOAT32, 4);
    Layer level = BatchNorm.create().shared();
    a.then(level).then(level);
    assertThat(model.variables()).hasSize(4);
    assertThat(model.trainable()).hasSize(2);
  }

  @Test
  void sharedLayersSayWhatDoesNotFit() {
    Flow narrow = Flow.input(model, "narrow", DType.FLOAT32, 3);
    Flow wide = Flow.input(model, "wide", DType.FLOAT32, 5);
    Layer shared = Dense.of(2).shared();
    narrow.then(shared);
    assertThatThrownBy(() -> wide.then(shared))
        .hasMessageContaining("inputs of the same size")
        .hasMessageContaining("\"kernel\", float32[5,2], the first made variable dense/kernel,");
    Flow elsewhere = Flow.input(Model.create(new Graph()), "x", DType.FLOAT32, 3);
    assertThatThrownBy(() -> elsewhere.then(shared)).hasMessageContaining("within one model");
  }

  @Test
  void mergesAreElementByElement() {
    Flow a = Flow.input(model, "a", DType.FLOAT32, 2);
    Flow b = Flow.input(model, "b", DType.FLOAT32, 2);
    Tensor first = Tensors.of(Shape.of(1, 2), 1f, 5f);
    Tensor second = Tensors.of(Shape.of(1, 2), 2f, -3f);
    List<Flow> merged =
        List.of(
            a.plus(b),
            a.minus(b),
            a.times(b),
            Flow.average(a, b),
            Flow.maximum(a, b),
            Flow.minimum(a, b),
            Flow.concat(a, b),
            b.then(Activation.relu()));
    float[][] expected = {
      {3, 2}, {-1, 8}, {2, -15}, {1.5f, 1}, {2, 5}, {1, -3}, {1, 5, 2, -3}, {2, 0}
    };
    try (Session session = Session.open(model.graph())) {
      for (int i = 0; i < expected.length; i++) {
        Tensor found = session.runner().feed(a, first).feed(b, second).run(merged.get(i));
        assertThat(found.elements()).isEqualTo(expected[i].length);
        for (int j = 0; j < expected[i].length; j++) {
          assertThat(found.getFloat(j)).as("merge %d", i).isEqualTo(expected[i][j]);
        }
      }
    }
    Flow single = Flow.input(model, "single", DType.FLOAT32);
    assertThatThrownBy(() -> Flow.concat(single, single)).hasMessageContaining("side by side");
  }

  @Test
  void inputsAndResultsGoTogetherInAMixedPrecision() {
    Model mixed = model.with(Precision.mixedBfloat16());
    Flow x = Flow.input(mixed, "x", DType.FLOAT32, 4);
    Flow joined = Flow.concat(x, x.then(Dense.of(4)));
    assertThat(joined.dtype()).isEqualTo(DType.BFLOAT16);
    assertThat(joined.shape()).isEqualTo(Shape.of(-1, 8));
  }
}
