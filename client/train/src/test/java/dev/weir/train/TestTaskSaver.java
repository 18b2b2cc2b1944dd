package dev.weir.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.Retention;
import dev.weir.graph.Graph;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.train.layer.Initializer;
import dev.weir.train.layer.PartitionedVariable;
import dev.weir.train.layer.Partitioner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestTaskSaver {
  @TempDir private Path folder;

  /** Three variables and one in parts, on two tasks that play parameter servers. */
  private static final class Spread {
    final Tasks tasks = new Tasks(2, 1);
    final Model model =
        Model.create(new Graph(), 1, ReplicaDeviceSetter.of(2, "/job:worker/task:0"));
    final GraphVariable a = model.variable("a", model.ops().constant(new float[] {1, 2}));
    final GraphVariable b = model.variable("b", model.ops().constant(3L));
    final PartitionedVariable table =
        PartitionedVariable.create(
            model,
            "table",
            Initializer.constant(7),
            Shape.of(5, 2),
            DType.FLOAT32,
            Partitioner.fixed(2));
    final TaskSaver saver;
    final Session session;

    Spread(Path path, int kept) {
      saver = TaskSaver.of(model, path, Retention.last(kept));
      session = Session.open(model.graph(), tasks.config());
    }

    void initialize() {
      session.runner().addTarget(model.initializer()).run();
    }

    List<Tensor> values() {
      return session.runner().fetch(a).fetch(b).fetch(table).run();
    }
  }

  private Path path() {
    return folder.resolve("runs").resolve("model");
  }

  @Test
  void everyTaskWritesItsOwnFile() throws IOException {
    Spread spread = new Spread(path(), 2);
    spread.initialize();
    Path prefix = spread.saver.save(spread.session, 5);
    assertThat(prefix).isEqualTo(folder.resolve("runs").resolve("model-5"));
    assertThat(names())
        .containsExactlyInAnyOrder(
            "checkpoint",
            "model.claim",
            "model.lock",
            "model-5.index",
            "model-5.data-00000-of-00002",
            "model-5.data-00001-of-00002");
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertThat(reader.names()).containsExactlyInAnyOrder("a", "b", "table");
      assertThat(reader.read("a").getFloat(1)).isEqualTo(2);
      assertThat(reader.read("table").shape()).isEqualTo(Shape.of(5, 2));
      assertThat(reader.entry("table").slices()).hasSize(2);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("runs"))) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }

  @Test
  void aTaskThatHasLostAllGetsItBack() {
    Spread spread = new Spread(path(), 2);
    assertThat(spread.saver.restoreLatest(spread.session)).isEmpty();
    assertThat(spread.saver.latest()).isEmpty();
    spread.initialize();
    Path prefix = spread.saver.save(spread.session, 1);
    spread.tasks.restartServer(1);
    assertThatThrownBy(spread::values).hasMessageContaining("It has no value");
    Saver.Restored restored = spread.saver.restoreLatest(spread.session).orElseThrow();
    assertThat(restored.prefix()).isEqualTo(prefix);
    assertThat(restored.restored()).contains("a", "b", "table/part_0", "table/part_1");
    assertThat(spread.values().get(1).getLong(0)).isEqualTo(3);
    assertThat(spread.values().get(2).getFloat(9)).isEqualTo(7);
    assertThat(spread.saver.latest()).contains(prefix);
  }

  @Test
  void theOrdinarySaverReadsWhatTasksHaveWritten() {
    Spread spread = new Spread(path(), 2);
    spread.initialize();
    spread.saver.save(spread.session, 1);
    Spread other = new Spread(path(), 2);
    try (Saver saver = Saver.of(other.model, path(), Retention.last(2))) {
      assertThat(saver.restoreLatest(other.session)).isPresent();
      assertThat(other.values().getFirst().getFloat(0)).isEqualTo(1);
    }
  }

  @Test
  void keepsTheLastOnes() throws IOException {
    Spread spread = new Spread(path(), 1);
    spread.initialize();
    spread.saver.save(spread.session, 1);
    spread.saver.save(spread.session, 2);
    assertThat(names()).noneMatch(name -> name.startsWith("model-1")).hasSize(6);
  }

  @Test
  void refusesVariablesThatWereMadeLater() {
    Spread spread = new Spread(path(), 1);
    spread.model.globalStep();
    assertThatThrownBy(() -> spread.saver.save(spread.session, 1))
        .hasMessageContaining("had 4 variables when its saver was made and has 5 now");
  }

  @Test
  void savesWithoutDevicesToo() {
    Model model = Model.create(new Graph());
    GraphVariable w = model.variable("w", model.ops().constant(2f));
    TaskSaver saver = TaskSaver.of(model, path(), Retention.last(1));
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      Path prefix = saver.save(session, 3);
      try (CheckpointReader reader = CheckpointReader.open(prefix)) {
        assertThat(reader.read("w").getFloat(0)).isEqualTo(2);
      }
      session.reset();
      saver.restoreLatest(session);
      assertThat(session.run(w).getFloat(0)).isEqualTo(2);
    }
  }
}
