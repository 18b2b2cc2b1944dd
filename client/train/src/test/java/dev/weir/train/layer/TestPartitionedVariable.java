package dev.weir.train.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.Retention;
import dev.weir.checkpoint.TensorSlice;
import dev.weir.graph.Graph;
import dev.weir.graph.Operand;
import dev.weir.graph.Output;
import dev.weir.ops.state.GraphVariable;
import dev.weir.runtime.Session;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.train.Batches;
import dev.weir.train.FitOptions;
import dev.weir.train.Losses;
import dev.weir.train.Model;
import dev.weir.train.Precision;
import dev.weir.train.Restoring;
import dev.weir.train.Saver;
import dev.weir.train.Trainer;
import dev.weir.train.layer.PartitionedVariable.Strategy;
import dev.weir.train.optimizer.Adam;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TestPartitionedVariable {
  private static final int ROWS = 10;
  private static final int WIDTH = 3;

  @TempDir Path folder;

  /** Row i is i, i + 0.25, i + 0.5. */
  private static final Initializer COUNTING =
      (model, shape, dtype) -> {
        Tensor values = Tensor.allocate(dtype, shape);
        for (int i = 0; i < values.elements(); i++) {
          values.setDouble(i, counted(i));
        }
        return model.ops().constant(values.freeze());
      };

  private static double counted(int element) {
    int row = element / WIDTH;
    return row + 0.25 * (element % WIDTH);
  }

  private static PartitionedVariable make(Model model, Partitioner partitioner) {
    return PartitionedVariable.create(
        model, "table", COUNTING, Shape.of(ROWS, WIDTH), DType.FLOAT32, partitioner);
  }

  private static Tensor value(Session session, Operand what) {
    return session.run(what);
  }

  @Test
  void partitionersCountAsTensorFlowsDo() {
    Shape shape = Shape.of(1024, 1024);
    assertThat(Partitioner.fixed(7).parts(shape, DType.FLOAT32)).isEqualTo(7);
    assertThat(Partitioner.fixed(7).parts(Shape.of(5, 2), DType.FLOAT32)).isEqualTo(5);
    assertThat(Partitioner.minMax(100).parts(shape, DType.FLOAT32)).isEqualTo(16);
    assertThat(Partitioner.minMax(10).parts(shape, DType.FLOAT32)).isEqualTo(10);
    assertThat(Partitioner.minMax(100).parts(shape, DType.BFLOAT16)).isEqualTo(8);
    assertThat(Partitioner.minMax(100, 1000).parts(Shape.of(3, 1000), DType.INT8)).isEqualTo(3);
    assertThat(Partitioner.minMax(100).parts(Shape.of(4, 4), DType.FLOAT32)).isEqualTo(1);
    assertThat(Partitioner.minMax(9).along(1).parts(Shape.of(1 << 20, 5), DType.FLOAT32))
        .isEqualTo(5);
    assertThatThrownBy(() -> Partitioner.fixed(2).along(2).parts(shape, DType.FLOAT32))
        .hasMessageContaining("[1024,1024] cannot be cut along dimension 2");
    assertThatThrownBy(() -> Partitioner.fixed(0)).hasMessageContaining("at least one part");
  }

  @Test
  void isUsedAsOne() {
    for (int axis = 0; axis < 2; axis++) {
      Model model = Model.create(new Graph());
      PartitionedVariable table = make(model, Partitioner.fixed(3).along(axis));
      assertThat(table.shape()).isEqualTo(Shape.of(ROWS, WIDTH));
      assertThat(table.parts()).extracting(GraphVariable::name).contains("table/part_2").hasSize(3);
      assertThat(table.parts().getFirst().shape())
          .isEqualTo(axis == 0 ? Shape.of(4, WIDTH) : Shape.of(ROWS, 1));
      try (Session session = Session.open(model.graph())) {
        session.runner().addTarget(model.initializer()).run();
        Tensor whole = value(session, table);
        for (int i = 0; i < ROWS * WIDTH; i++) {
          assertThat(whole.getDouble(i)).isEqualTo(counted(i));
        }
      }
    }
  }

  @Test
  void rowsAreFoundInTheirParts() {
    for (int parts : new int[] {1, 2, 3, 4, 10}) {
      for (DType dtype : List.of(DType.INT32, DType.INT64)) {
        Model model = Model.create(new Graph());
        PartitionedVariable table = make(model, Partitioner.fixed(parts));
        Output ids = model.ops().placeholder(dtype, Shape.of(-1, 4));
        Output div = table.lookup(ids);
        Output mod = table.lookup(ids, Strategy.MOD);
        assertThat(div.shape()).isEqualTo(Shape.of(-1, 4, WIDTH));
        Tensor all = Tensor.allocate(dtype, Shape.of(3, 4));
        for (int i = 0; i < 12; i++) {
          all.setLong(i, i * 7 % ROWS);
        }
        all.freeze();
        try (Session session = Session.open(model.graph())) {
          session.runner().addTarget(model.initializer()).run();
          List<Tensor> found = session.runner().feed(ids, all).fetch(div).fetch(mod).run();
          for (int i = 0; i < 12; i++) {
            int id = i * 7 % ROWS;
            assertThat(found.get(0).getDouble(3L * i + 2)).isEqualTo(id + 0.5);
            // row id/parts of part id%parts; the first ROWS%parts parts have one row more
            int part = id % parts;
            int start = part * (ROWS / parts) + Math.min(part, ROWS % parts);
            assertThat(found.get(1).getDouble(3L * i)).isEqualTo(start + id / parts);
          }
        }
      }
    }
  }

  @Test
  void anIdThatIsNotThereIsRefused() {
    Model model = Model.create(new Graph());
    PartitionedVariable table = make(model, Partitioner.fixed(3));
    Output ids = model.ops().placeholder(DType.INT32, Shape.of(-1));
    Output rows = table.lookup(ids);
    try (Session session = Session.open(model.graph())) {
      session.runner().addTarget(model.initializer()).run();
      for (int id : new int[] {ROWS, ROWS + 5, -1}) {
        assertThatThrownBy(
                () -> session.runner().feed(ids, Tensors.vector(0, id)).fetch(rows).run())
            .hasMessageContaining("numbers of rows of table must be in [0, 10), they are")
            .hasMessageContaining("[0 " + id + "]");
      }
    }
    PartitionedVariable columns = make(model, Partitioner.fixed(3).along(1));
    assertThatThrownBy(() -> columns.lookup(ids))
        .hasMessageContaining("variable table_1 in 3 parts, float32[10,3] is cut along 1");
  }

  @Test
  void anEmbeddingLearnsTheSameInParts() {
    Tensor one = trainedTable(Partitioner.fixed(1), Precision.asGiven());
    Tensor three = trainedTable(Partitioner.fixed(3), Precision.asGiven());
    Tensor small = trainedTable(Partitioner.fixed(3), Precision.mixedBfloat16());
    for (int i = 0; i < ROWS * WIDTH; i++) {
      assertThat(three.getFloat(i)).isCloseTo(one.getFloat(i), offset(1e-6f));
      assertThat(small.getFloat(i)).isCloseTo(one.getFloat(i), offset(0.05f));
    }
    assertThat(three.getFloat(0)).as("row 0 was never looked up").isEqualTo(0);
    assertThat(three.getFloat(3)).isNotEqualTo(1);
  }

  private static Tensor trainedTable(Partitioner partitioner, Precision precision) {
    Model model = Model.create(new Graph()).with(precision);
    Output ids = model.ops().placeholder(DType.INT32, Shape.of(-1));
    Layer embedding = Embedding.of(ROWS, WIDTH).startingAs(COUNTING).partitioned(partitioner);
    Output rows = embedding.apply(model, ids);
    Output loss = Losses.meanSquaredError(model.ops(), model.ops().constant(0f), rows);
    Trainer trainer = Trainer.of(model, loss, Adam.of(0.05f)).inputs(ids);
    Tensor examples = Tensors.vector(1, 9, 3, 4, 7, 7, 5, 8);
    try (Session session = Session.open(model.graph())) {
      trainer.fit(session, Batches.of(examples).batch(4), FitOptions.epochs(3));
      Tensor whole = Tensor.allocate(DType.FLOAT32, Shape.of(ROWS, WIDTH));
      long next = 0;
      for (GraphVariable part : model.trainable()) {
        Tensor value = value(session, part);
        whole.copyFrom(value, 0, next, value.elements());
        next += value.elements();
      }
      return whole;
    }
  }

  /** A model with a table in some parts and what Adam keeps for it. */
  private record Kept(Model model, PartitionedVariable table, Trainer trainer) {
    static Kept of(Partitioner partitioner) {
      Model model = Model.create(new Graph());
      PartitionedVariable table = make(model, partitioner);
      Output ids = model.ops().placeholder(DType.INT32, Shape.of(-1));
      Output loss = Losses.mean(model.ops(), model.ops().math.square(table.lookup(ids)));
      Trainer trainer = Trainer.of(model, loss, Adam.of(0.1f)).inputs(ids);
      trainer.step();
      return new Kept(model, table, trainer);
    }

    List<Tensor> slot(Session session, String name) {
      List<Tensor> values = new ArrayList<>();
      for (GraphVariable variable : model.variables()) {
        if (variable.name().startsWith("adam/table/") && variable.name().endsWith("/" + name)) {
          values.add(value(session, variable));
        }
      }
      return values;
    }
  }

  private static double[] flat(List<Tensor> parts) {
    return parts.stream()
        .flatMapToDouble(part -> LongStream.range(0, part.elements()).mapToDouble(part::getDouble))
        .toArray();
  }

  @Test
  void isRestoredInAnotherNumberOfParts() {
    Kept saved = Kept.of(Partitioner.fixed(3));
    double[] expected;
    double[] spread;
    Path prefix;
    try (Session session = Session.open(saved.model.graph());
        Saver saver = Saver.of(saved.model, folder.resolve("m"), Retention.last(1))) {
      Tensor ids = Tensors.vector(0, 4, 9);
      saved.trainer.fit(session, Batches.of(ids).batch(3), FitOptions.epochs(2));
      expected = flat(List.of(value(session, saved.table)));
      spread = flat(saved.slot(session, "v"));
      prefix = saver.save(session, 2);
    }
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertThat(reader.names()).contains("table", "adam/table/m", "adam/table/v");
      assertThat(reader.names()).noneMatch(name -> name.contains("part_"));
      assertThat(reader.entry("table").shape()).isEqualTo(Shape.of(ROWS, WIDTH));
      assertThat(reader.entry("table").slices())
          .extracting(TensorSlice::toString)
          .containsExactlyInAnyOrder("0,4:-", "4,3:-", "7,3:-");
    }
    for (Partitioner other :
        List.of(Partitioner.fixed(1), Partitioner.fixed(4), Partitioner.fixed(2).along(1))) {
      Model model = Model.create(new Graph());
      PartitionedVariable table = make(model, other);
      try (Session session = Session.open(model.graph());
          Saver saver = Saver.of(model, folder.resolve("other"), Retention.last(1))) {
        saver.restore(session, prefix, Restoring.all());
        assertThat(flat(List.of(value(session, table)))).isEqualTo(expected);
      }
    }
    Kept restored = Kept.of(Partitioner.fixed(5));
    try (Session session = Session.open(restored.model.graph());
        Saver saver = Saver.of(restored.model, folder.resolve("m"), Retention.last(1))) {
      assertThat(saver.restoreLatest(session).orElseThrow().restored()).contains("table/part_4");
      assertThat(restored.slot(session, "v")).hasSize(5);
      assertThat(flat(restored.slot(session, "v"))).isEqualTo(spread);
    }
  }

  @Test
  void isRestoredUnderAnotherNameAndRefusesAnotherSize() {
    Kept saved = Kept.of(Partitioner.fixed(3));
    Path prefix;
    try (Session session = Session.open(saved.model.graph());
        Saver saver = Saver.of(saved.model, folder.resolve("m"), Retention.last(1))) {
      session.runner().addTarget(saved.model.initializer()).run();
      prefix = saver.save(session, 1);
    }
    Model model = Model.create(new Graph());
    GraphVariable whole =
        model.variable(
            "words", Initializer.zeros().of(model, Shape.of(ROWS, WIDTH), DType.FLOAT32));
    PartitionedVariable.create(
        model, "large", COUNTING, Shape.of(20, WIDTH), DType.FLOAT32, Partitioner.fixed(2));
    try (Session session = Session.open(model.graph());
        Saver saver = Saver.of(model, folder.resolve("other"), Retention.last(1))) {
      Restoring words = Restoring.all().only("words"::equals).renaming(Map.of("words", "table"));
      saver.restore(session, prefix, words);
      assertThat(value(session, whole).getDouble(29)).isEqualTo(9.5);
      Restoring large = Restoring.all().only("large"::equals).renaming(Map.of("large", "table"));
      assertThatThrownBy(() -> saver.restore(session, prefix, large))
          .hasMessageContaining("variable large/part_0, float32[10,3] (of [20,3]) cannot hold")
          .hasMessageContaining("which is float32[10,3]")
          .hasMessageContaining("only(…)");
    }
  }
}
