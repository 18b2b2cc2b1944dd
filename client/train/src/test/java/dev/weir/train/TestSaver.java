package dev.weir.train;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.CheckpointSeries;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.checkpoint.Retention;
import dev.weir.error.ErrorCode;
import dev.weir.error.WeirException;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.train.Saver.Restored;
import dev.weir.train.listener.CheckpointSaver;
import dev.weir.train.optimizer.Adam;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class TestSaver {
  @TempDir private Path folder;

  /** A model of a variable or two, and how to count them up. */
  private static final class Counter {
    final Model model = Model.create(new Graph());
    final GraphVariable first;
    final Session session;
    final Node up;

    Counter(String name, float... start) {
      first = model.variable(name, model.ops().constant(start));
      GraphVariable second = model.variable("other", model.ops().constant(7f));
      Output ones = model.ops().array.onesLike(first);
      Node one = first.assignAdd(ones);
      up = model.ops().withControlDependencies(one, second.initializer()).control.noOp();
      Node initializer = model.initializer();
      session = Session.open(model.graph());
      session.runner().addTarget(initializer).run();
    }

    float value() {
      return session.run(first).getFloat(0);
    }

    void countUp() {
      session.runner().addTarget(up).run();
    }

    Saver saver(Path path, Retention retention) {
      return Saver.of(model, path, retention);
    }
  }

  private Path path() {
    return folder.resolve("runs").resolve("model");
  }

  @Test
  void restoresTheLatest() {
    Counter counter = new Counter("w", 1, 2);
    try (Saver saver = counter.saver(path(), Retention.last(2))) {
      assertThat(saver.restoreLatest(counter.session)).isEmpty();
      assertThat(saver.latest()).isEmpty();
      for (int step = 1; step <= 4; step++) {
        counter.countUp();
        assertThat(saver.save(counter.session, step)).isEqualTo(prefix(step));
      }
      assertThat(saver.latest()).contains(prefix(4));
      assertThat(Checkpoints.exists(prefix(2))).isFalse();
      assertThat(Checkpoints.exists(prefix(3))).isTrue();
      counter.countUp();
      Restored restored = saver.restoreLatest(counter.session).orElseThrow();
      assertThat(restored.prefix()).isEqualTo(prefix(4));
      assertThat(restored.restored()).containsExactly("w", "other");
      assertThat(restored.left()).isEmpty();
      assertThat(counter.value()).isEqualTo(5);
    }
    assertThat(folder.resolve("runs").resolve("checkpoint")).exists();
  }

  private Path prefix(long step) {
    return path().resolveSibling("model-" + step).toAbsolutePath();
  }

  @Test
  void savingSoonSavesWhatWasThere() {
    Counter counter = new Counter("w", 1);
    try (Saver saver = counter.saver(path(), Retention.last(3))) {
      for (int step = 1; step <= 3; step++) {
        saver.saveSoon(counter.session, step);
        counter.countUp();
      }
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix(2))) {
      assertThat(reader.read("w").getFloat(0)).isEqualTo(2);
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix(3))) {
      assertThat(reader.read("w").getFloat(0)).isEqualTo(3);
    }
  }

  @Test
  @Timeout(60)
  void stepsGoOnWhileASaveIsStuck() {
    Counter counter = new Counter("w", 1);
    CheckpointSeries series = CheckpointSeries.of(folder, "model", Retention.last(2));
    try (Saver saver = Saver.of(counter.model, series, Duration.ofSeconds(30))) {
      synchronized (series) { // nothing is saved as long as this holds it
        saver.saveSoon(counter.session, 1);
        for (int step = 0; step < 5; step++) {
          counter.countUp();
        }
        assertThat(counter.value()).isEqualTo(6);
        assertThat(Checkpoints.exists(series.prefix(1))).isFalse();
      }
    }
    try (CheckpointReader reader = CheckpointReader.open(series.prefix(1))) {
      assertThat(reader.read("w").getFloat(0)).as("as it was when handed over").isEqualTo(1);
    }
  }

  @Test
  void savesInSeveralDataFiles() {
    Counter counter = new Counter("w", 1, 2, 3);
    CheckpointSeries series = CheckpointSeries.of(folder, "model", Retention.last(1)).withShards(2);
    try (Saver saver = Saver.of(counter.model, series, Duration.ofSeconds(30))) {
      saver.save(counter.session, 1);
      counter.countUp();
      saver.save(counter.session, 2);
      counter.countUp();
      assertThat(Checkpoints.files(series.prefix(2)))
          .extracting(file -> String.valueOf(file.getFileName()))
          .containsExactly(
              "model-2.index", "model-2.data-00000-of-00002", "model-2.data-00001-of-00002");
      assertThat(Checkpoints.files(series.prefix(1))).isEmpty();
      assertThat(saver.restoreLatest(counter.session).orElseThrow().left()).isEmpty();
      assertThat(counter.value()).isEqualTo(2);
    }
  }

  @Test
  void passesOverADamagedOne() throws IOException {
    Counter counter = new Counter("w", 1);
    try (Saver saver = counter.saver(path(), Retention.last(3))) {
      saver.save(counter.session, 1);
      counter.countUp();
      saver.save(counter.session, 2);
      Path data = path().resolveSibling("model-2.data-00000-of-00001");
      byte[] bytes = Files.readAllBytes(data);
      bytes[0] ^= 1;
      Files.write(data, bytes);
      assertThat(saver.restoreLatest(counter.session).orElseThrow().prefix()).isEqualTo(prefix(1));
      assertThat(counter.value()).isEqualTo(1);
      assertThatThrownBy(() -> saver.restore(counter.session, prefix(2), Restoring.all()))
          .isInstanceOf(WeirException.class)
          .hasMessageContaining("model-2");
    }
  }

  @Test
  void keepsTheBest() {
    Counter counter = new Counter("w", 1);
    try (Saver saver = counter.saver(path(), Retention.last(1).andHighest(1))) {
      double[] accuracies = {0.2, 0.9, 0.5, 0.6};
      for (int i = 0; i < accuracies.length; i++) {
        saver.save(counter.session, i, OptionalDouble.of(accuracies[i]));
      }
      assertThat(saver.best()).contains(prefix(1));
      assertThat(Checkpoints.exists(prefix(1))).isTrue();
      assertThat(Checkpoints.exists(prefix(2))).isFalse();
    }
  }

  @Test
  void transfersWhatOneModelLearnedToAnother() {
    Counter teacher = new Counter("encoder", 5);
    Counter pupil = new Counter("body", 0);
    try (Saver saver = teacher.saver(path(), Retention.last(1));
        Saver other = pupil.saver(path(), Retention.last(1))) {
      Path saved = saver.save(teacher.session, 1);
      assertThatThrownBy(() -> other.restore(pupil.session, saved, Restoring.all()))
          .satisfies(e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.NOT_FOUND))
          .hasMessageContaining("has no tensor \"body\" for variable body")
          .hasMessageContaining("it has [encoder, other]")
          .hasMessageContaining("renaming(…)");
      Restored partly = other.restore(pupil.session, saved, Restoring.all().allowingMissing());
      assertThat(partly.left()).containsExactly("body");
      assertThat(pupil.value()).isEqualTo(0);
      Restoring renamed = Restoring.all().renaming(Map.of("body", "encoder"));
      assertThat(other.restore(pupil.session, saved, renamed).left()).isEmpty();
      assertThat(pupil.value()).isEqualTo(5);
      assertThatThrownBy(
              () ->
                  other.restore(
                      pupil.session, saved, Restoring.all().renaming(Map.of("bdy", "encoder"))))
          .hasMessageContaining("no variables [bdy] to rename; it has [body, other]");
    }
  }

  @Test
  void refusesAnotherShape() {
    Counter small = new Counter("w", 1, 2);
    Counter large = new Counter("w", 1, 2, 3);
    try (Saver saver = small.saver(path(), Retention.last(1));
        Saver other = large.saver(path(), Retention.last(1))) {
      Path saved = saver.save(small.session, 1);
      large.countUp();
      assertThatThrownBy(() -> other.restore(large.session, saved, Restoring.all()))
          .satisfies(
              e -> assertThat(((WeirException) e).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("variable w, float32[3] cannot hold tensor \"w\"")
          .hasMessageContaining("which is float32[2]")
          .hasMessageContaining("only(…)");
      assertThat(large.value()).as("nothing is lost").isEqualTo(2);
      List<String> left =
          other
              .restore(large.session, saved, Restoring.all().only(name -> !name.equals("w")))
              .left();
      assertThat(left).containsExactly("w");
    }
  }

  @Test
  void aFailureInTheBackgroundIsTold() throws IOException {
    Counter counter = new Counter("w", 1);
    Files.write(folder.resolve("runs"), "a file, no folder".getBytes(UTF_8));
    try (Saver saver = counter.saver(path(), Retention.last(1))) {
      assertThatThrownBy(() -> saver.save(counter.session, 1)).isInstanceOf(WeirException.class);
      saver.checkLast(); // everybody knows
      saver.saveSoon(counter.session, 2);
      assertThatThrownBy(
              () -> {
                Instant end = Instant.now().plusSeconds(30);
                while (Instant.now().isBefore(end)) { // it does not wait itself
                  saver.checkLast();
                  Thread.onSpinWait();
                }
              })
          .isInstanceOf(WeirException.class);
      saver.checkLast();
    }
  }

  @Test
  void trainingGoesOnWhereItWasSaved() {
    Path path = path();
    double first = train(path, 1);
    double second = train(path, 1);
    Path elsewhere = folder.resolve("elsewhere").resolve("model");
    double atOnce = train(elsewhere, 2);
    assertThat(second).isLessThan(first);
    assertThat(second).as("as if it had never been interrupted").isEqualTo(atOnce);
  }

  /** Goes on from what is saved, if anything. */
  private static double train(Path path, int epochs) {
    Model model = Model.create(new Graph());
    Output x = model.ops().placeholder(DType.FLOAT32, Shape.of(-1));
    GraphVariable w = model.variable("w", model.ops().constant(0f));
    Output loss = Losses.meanSquaredError(model.ops(), x, w);
    Trainer trainer = Trainer.of(model, loss, Adam.of(0.1f)).inputs(x);
    Node step = trainer.step();
    assertThat(step.name()).isEqualTo("train");
    Batches batches = Batches.of(Tensors.vector(1f, 2f, 3f, 4f)).batch(2);
    try (Saver saver = Saver.of(model, path, Retention.last(2))) {
      EpochReport last =
          trainer
              .fit(
                  TrainingTarget.local(),
                  batches,
                  FitOptions.epochs(epochs).checkpoints(saver),
                  CheckpointSaver.everySteps(2))
              .getLast();
      return last.training().get("loss");
    }
  }
}
