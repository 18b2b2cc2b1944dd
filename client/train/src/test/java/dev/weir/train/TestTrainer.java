package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.layer.Dense;
import dev.weir.train.layer.Dropout;
import dev.weir.train.layer.Sequential;
import dev.weir.train.optimizer.Adam;
import dev.weir.train.optimizer.Clipping;
import dev.weir.train.optimizer.GradientDescent;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TestTrainer {
  private static final int EXAMPLES = 50;

  /** Points, labeled by the side of a line they are on. */
  private static final Tensor POINTS = Tensor.allocate(DType.FLOAT32, Shape.of(EXAMPLES, 2));

  private static final Tensor SIDES = Tensor.allocate(DType.INT32, Shape.of(EXAMPLES));

  static {
    Random random = new Random(1);
    for (int i = 0; i < EXAMPLES; i++) {
      float x = random.nextFloat() - 0.5f;
      float y = random.nextFloat() - 0.5f;
      POINTS.setFloat(2L * i, x);
      POINTS.setFloat(2L * i + 1, y);
      SIDES.setLong(i, x > y ? 1 : 0);
    }
    POINTS.freeze();
    SIDES.freeze();
  }

  private final Model model = Model.create(new Graph(), 3);
  private final Ops ops = model.ops();
  private final Output x = ops.withName("x").placeholder(DType.FLOAT32, Shape.of(-1, 2));
  private final Output labels = ops.withName("labels").placeholder(DType.INT32, Shape.of(-1));

  private Trainer classifier() {
    Output logits = Sequential.of(Dense.of(8).relu(), Dense.of(2)).apply(model, x);
    Output loss = Losses.sparseSoftmaxCrossEntropy(ops, labels, logits);
    return Trainer.of(model, loss, Adam.of(0.02f))
        .inputs(x, labels)
        .metric("accuracy", Metrics.accuracy(labels, logits));
  }

  @Test
  void learnsAndReports() {
    Trainer trainer = classifier();
    List<StepReport> steps = new ArrayList<>();
    TrainingListener recorder =
        new TrainingListener() {
          @Override
          public void afterStep(StepReport report, TrainingSession training) {
            steps.add(report);
          }
        };
    Batches batches = Batches.of(POINTS, SIDES).batch(16).shuffled(5);
    try (Session session = Session.open(model.graph())) {
      List<EpochReport> epochs =
          trainer.fit(
              session,
              batches,
              FitOptions.epochs(30).evaluating(Batches.of(POINTS, SIDES).batch(50)),
              recorder);
      assertThat(epochs).hasSize(30);
      assertThat(steps).hasSize(120);
      assertThat(steps.getLast().step()).isEqualTo(120);
      assertThat(steps.getLast().epoch()).isEqualTo(29);
      assertThat(steps.getLast().measures().values()).containsOnlyKeys("loss", "accuracy");
      assertThat(steps.getLast().seconds()).isPositive();
      assertThat(epochs.getLast().evaluation().get("accuracy")).isGreaterThan(0.9);
      assertThat(epochs.getLast().training().get("loss"))
          .isLessThan(epochs.getFirst().training().get("loss"));
      assertThat(trainer.evaluate(session, Batches.of(POINTS, SIDES).batch(7)).get("accuracy"))
          .isCloseTo(epochs.getLast().evaluation().get("accuracy"), offset(1e-9));
      trainer.fit(session, batches, FitOptions.steps(3), recorder);
      assertThat(steps.getLast().step()).as("goes on counting").isEqualTo(123);
      assertThat(steps.getLast().loss()).isLessThan(steps.getFirst().loss());
    }
  }

  @Test
  void aListenerEndsIt() {
    Trainer trainer = classifier();
    TrainingListener stopper =
        new TrainingListener() {
          @Override
          public void afterStep(StepReport report, TrainingSession training) {
            if (report.step() == 5) {
              training.requestStop("five steps are enough");
            }
          }
        };
    try (Session session = Session.open(model.graph())) {
      List<EpochReport> epochs =
          trainer.fit(session, Batches.of(POINTS, SIDES).batch(25), FitOptions.epochs(9), stopper);
      assertThat(epochs).hasSize(3);
      assertThat(epochs.getLast().step()).isEqualTo(5);
    }
  }

  private static EpochReport report(long epoch, String measure, double value) {
    return new EpochReport(
        epoch, epoch + 1, new Measures(Map.of(measure, value)), Measures.NONE, 0);
  }

  @Test
  void reportsAreLinesToPrint() {
    List<String> lines = new ArrayList<>();
    Trainer trainer = classifier();
    try (Session session = Session.open(model.graph())) {
      trainer.fit(
          session,
          Batches.of(POINTS, SIDES).batch(50),
          FitOptions.epochs(5),
          TrainingListener.everyEpochs(2, report -> lines.add(report.toString())));
    }
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst()).matches("epochs 2, steps 2: loss \\d\\.\\d{4}, accuracy .*");
    assertThat(lines.getLast()).startsWith("epochs 4, steps 4: loss ");
    assertThat(report(0, "loss", 0.125)).hasToString("epochs 1, steps 1: loss 0.1250");
    Map<String, Double> ordered = new LinkedHashMap<>();
    ordered.put("loss", 0.5);
    ordered.put("accuracy", 1.0);
    ordered.put("area", 0.25);
    Measures measures = new Measures(ordered);
    assertThat(new EpochReport(0, 9, report(0, "loss", 2).training(), measures, 0))
        .hasToString(
            "epochs 1, steps 9: loss 2.0000;"
                + " evaluation: loss 0.5000, accuracy 1.0000, area 0.2500");
    assertThatThrownBy(() -> TrainingListener.everyEpochs(0, report -> {}))
        .hasMessageContaining("at least one epoch");
  }

  @Test
  void goesOnWhereTheGlobalStepIs() {
    Trainer trainer = classifier();
    List<StepReport> steps = new ArrayList<>();
    TrainingListener recorder =
        new TrainingListener() {
          @Override
          public void afterStep(StepReport report, TrainingSession training) {
            steps.add(report);
          }
        };
    MemoryBatches known = Batches.of(POINTS, SIDES).batch(16).shuffled(5); // four batches
    assertThat(known.count()).hasValue(4);
    assertThat(known.withoutRest().count()).hasValue(3);
    List<List<Tensor>> asked = new ArrayList<>();
    Batches unknown = // does not say how many it has
        number -> {
          Iterator<List<Tensor>> batches = known.epoch(number);
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return batches.hasNext();
            }

            @Override
            public List<Tensor> next() {
              asked.add(batches.next());
              return asked.getLast();
            }
          };
        };
    FitOptions ten = FitOptions.steps(10).resuming();
    try (Session session = Session.open(model.graph())) {
      trainer.fit(
          session, known, ten, recorder, TrainingListener.stopWhen(() -> steps.size() == 5));
      assertThat(steps).hasSize(5);
      trainer.fit(session, known, FitOptions.steps(8).resuming(), recorder);
      trainer.fit(session, unknown, ten, recorder);
      assertThat(asked).as("those of eight steps are passed over").hasSize(10);
      assertThat(trainer.fit(session, known, ten, recorder)).as("nothing is left").isEmpty();
      assertThat(trainer.fit(session, known, FitOptions.epochs(2).resuming())).isEmpty();
      assertThat(steps)
          .extracting(StepReport::step)
          .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
      assertThat(steps)
          .extracting(StepReport::epoch)
          .containsExactly(0L, 0L, 0L, 0L, 1L, 1L, 1L, 1L, 2L, 2L);
    }
  }

  @Test
  void goingOnIsAsIfItHadNotStopped() {
    Batches batches = Batches.of(POINTS, SIDES).batch(16).shuffled(5);
    List<Double> losses = new ArrayList<>();
    TrainingListener recorder =
        new TrainingListener() {
          @Override
          public void afterStep(StepReport report, TrainingSession training) {
            losses.add(report.loss());
          }
        };
    Trainer trainer = classifier();
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, batches, FitOptions.steps(10), recorder);
    }
    List<Double> straight = List.copyOf(losses);
    losses.clear();
    try (Session session = Session.open(model.graph())) {
      for (int end : new int[] {3, 7, 10}) {
        trainer.fit(session, batches, FitOptions.steps(end).resuming(), recorder);
      }
    }
    assertThat(losses).isEqualTo(straight);
  }

  @Test
  void aLabelOutOfRangeIsNamed() {
    Trainer trainer = classifier();
    Tensor wrong = Tensors.vector(0, 1, 2);
    Tensor three = Tensor.allocate(DType.FLOAT32, Shape.of(3, 2)).freeze();
    try (Session session = Session.open(model.graph())) {
      assertThatThrownBy(
              () -> trainer.fit(session, Batches.of(three, wrong).batch(3), FitOptions.epochs(1)))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("training step 1: ")
          .hasMessageContaining("a label must be in [0, 2): labels[2] is 2")
          .satisfies(
              e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
  }

  @Test
  void aLossThatIsNotANumberEndsIt() {
    GraphVariable w = model.variable("w", ops.constant(1f));
    Output loss = Losses.mean(ops, ops.math.log(ops.math.mul(w, x)));
    Trainer trainer = Trainer.of(model, loss, GradientDescent.of(0.1f)).inputs(x);
    Tensor points = Tensors.of(Shape.of(3, 2), 1f, 1f, 2f, 2f, -1f, 1f);
    try (Session session = Session.open(model.graph())) {
      assertThatThrownBy(() -> trainer.fit(session, Batches.of(points), FitOptions.epochs(1)))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("training step 3: [Log \"Log\"]")
          .hasMessageContaining("float32[?,2] Log:0: NaN at 0; its inputs are finite")
          .hasMessageContaining("built at TestTrainer.java")
          .hasMessageContaining("a lower learning rate, clipped gradients")
          .satisfies(e -> assertThat(((WeirException) e).node()).isEqualTo("Log"));
      // d log(w x) / dw is 1/w: two steps from 1, and the third left no trace
      float second = 0.9f - 0.1f / 0.9f;
      assertThat(session.run(w).getFloat(0)).isCloseTo(second, offset(1e-6f));
      assertThat(session.run(model.globalStep()).getLong(0)).isEqualTo(2);
    }
  }

  @Test
  void itSaysWhetherExamplesOrEarlierStepsAreToBlame() {
    GraphVariable w = model.variable("w", ops.constant(0f));
    Output loss = Losses.mean(ops, ops.math.sqrt(ops.math.mul(w, x)));
    Trainer trainer = Trainer.of(model, loss, GradientDescent.of(0.1f)).inputs(x);
    Tensor given = Tensors.of(Shape.of(1, 2), 1f, Float.NaN);
    Tensor good = Tensors.of(Shape.of(2, 2), 1f, 1f, 1f, 1f);
    try (Session session = Session.open(model.graph())) {
      assertThatThrownBy(() -> trainer.fit(session, Batches.of(given), FitOptions.epochs(1)))
          .hasMessageContaining("training step 1: [Placeholder \"x\"]")
          .hasMessageContaining("NaN at 1; that is what it was given")
          .hasMessageContaining("leave such examples out");
      // the gradient at 0 is infinite: the loss shows it only one step later
      assertThatThrownBy(() -> trainer.fit(session, Batches.of(good), FitOptions.epochs(1)))
          .hasMessageContaining("training step 2: [ReadVariableOp \"w/Read\"]")
          .hasMessageContaining("the variable it reads holds that already")
          .hasMessageContaining("with explainingNan() training stops before that");
    }
  }

  @Test
  void theNodeThatMadeItIsNamedAndNothingChanged() {
    GraphVariable w = model.variable("w", ops.constant(1f));
    Output noise = Dropout.of(0).apply(model, ops.math.mul(w, x));
    Output loss = Losses.mean(ops, ops.withName("culprit").math.log(noise));
    Trainer trainer = Trainer.of(model, loss, GradientDescent.of(0.1f)).inputs(x).explainingNan();
    Tensor points = Tensors.of(Shape.of(2, 2), 1f, 1f, -1f, 1f);
    try (Session session = Session.open(model.graph())) {
      assertThatThrownBy(() -> trainer.fit(session, Batches.of(points), FitOptions.epochs(1)))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("training step 2: [Log \"culprit\"]")
          .hasMessageContaining("NaN at 0; its inputs are finite");
      Tensor left = session.run(w);
      assertThat(left.getFloat(0)).as("as step 1 left it").isCloseTo(0.9f, offset(1e-6f));
      assertThat(session.run(model.globalStep()).getLong(0)).isEqualTo(1);
    }
  }

  @Test
  void anInfiniteGradientOfAFiniteLossIsCaughtToo() {
    GraphVariable w = model.variable("w", ops.constant(0f));
    Output loss = Losses.mean(ops, ops.math.sqrt(ops.math.mul(w, x)));
    Trainer trainer = Trainer.of(model, loss, GradientDescent.of(0.1f)).inputs(x).explainingNan();
    Tensor points = Tensors.of(Shape.of(1, 2), 1f, 1f);
    try (Session session = Session.open(model.graph())) {
      assertThatThrownBy(() -> trainer.fit(session, Batches.of(points), FitOptions.epochs(1)))
          .hasMessageContaining("training step 1: [SqrtGrad")
          .hasMessageContaining("Infinity at 0");
      assertThat(session.run(w).getFloat(0)).isZero();
    }
  }

  @Test
  void gradientsCanBeClipped() {
    GraphVariable w = model.variable("w", ops.constant(0f));
    Output loss = Losses.mean(ops, ops.math.mul(w, x));
    Trainer trainer =
        Trainer.of(model, loss, GradientDescent.of(1))
            .inputs(x)
            .gradients(updates -> Clipping.byGlobalNorm(model, updates, 0.5f));
    Tensor points = Tensors.of(Shape.of(1, 2), 100f, 100f);
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, Batches.of(points), FitOptions.epochs(1));
      assertThat(session.run(w).getFloat(0)).isCloseTo(-0.5f, offset(1e-6f));
      assertThatThrownBy(trainer::explainingNan).hasMessageContaining("before the first fit");
    }
  }

  @Test
  void batchesAreCutAndShuffled() {
    Tensor column = Tensors.vector(0, 1, 2, 3, 4, 5, 6);
    MemoryBatches batches = Batches.of(column).batch(3);
    assertThat(numbers(batches, 0)).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(numbers(batches.withoutRest(), 0)).containsExactly(0, 1, 2, 3, 4, 5);
    MemoryBatches shuffled = batches.shuffled(8);
    assertThat(numbers(shuffled, 0)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6);
    assertThat(numbers(shuffled, 0)).isEqualTo(numbers(shuffled, 0));
    assertThat(numbers(shuffled, 0)).isNotEqualTo(numbers(shuffled, 1));
    assertThatThrownBy(() -> Batches.of(column, Tensors.vector(1, 2)))
        .hasMessageContaining("(7 vs 2)");
    assertThatThrownBy(() -> batches.batch(0)).hasMessageContaining("at least one example");
  }

  private static List<Integer> numbers(Batches batches, long epoch) {
    List<Integer> all = new ArrayList<>();
    batches
        .epoch(epoch)
        .forEachRemaining(
            batch -> {
              for (int i = 0; i < batch.getFirst().elements(); i++) {
                all.add(batch.getFirst().getInt(i));
              }
            });
    return all;
  }

  @Test
  void saysWhatDoesNotFit() {
    Trainer trainer = classifier();
    try (Session session = Session.open(model.graph())) {
      assertThatThrownBy(() -> trainer.fit(session, Batches.of(POINTS), FitOptions.epochs(1)))
          .hasMessageContaining("2 inputs, 1 tensors");
      assertThatThrownBy(
              () ->
                  trainer.fit(
                      session,
                      Batches.of(POINTS, SIDES).batch(64).withoutRest(),
                      FitOptions.epochs(1)))
          .hasMessageContaining("epoch 0 has no batch");
    }
    assertThatThrownBy(() -> Trainer.of(model, x, Adam.of(1))).hasMessageContaining("a scalar");
    assertThatThrownBy(() -> trainer.metric("loss", x)).hasMessageContaining("another name");
  }
}
