package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.checkpoint.Retention;
import dev.weir.checkpoint.ShapeAndSlice;
import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.graph.DeviceSpec;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.runtime.LocalOptions;
import dev.weir.runtime.Session;
import dev.weir.runtime.device.Device;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.memory.Buffer;
import dev.weir.testkit.Values;
import dev.weir.train.Model;
import dev.weir.train.ReplicaDeviceSetter;
import dev.weir.train.Restoring;
import dev.weir.train.Saver;
import dev.weir.train.TaskSaver;
import dev.weir.train.layer.Initializer;
import dev.weir.train.layer.PartitionedVariable;
import dev.weir.train.layer.Partitioner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variables in parts go from Weir to TensorFlow and back, whole and by slice, bit for bit. */
final class TestPartitionedCheckpoints {
  private static final Shape SHAPE = Shape.of(11, 6);

  @TempDir Path folder;

  private final Tensor whole = Values.random(9, -1, 1, 11, 6).as(DType.FLOAT32);

  private PartitionedVariable table(Model model, Partitioner partitioner) {
    Initializer start = (inside, shape, dtype) -> inside.ops().constant(whole);
    return PartitionedVariable.create(model, "table", start, SHAPE, DType.FLOAT32, partitioner);
  }

  @Test
  void tensorFlowReadsWhatTheSaverWrote() {
    for (Partitioner partitioner :
        List.of(
            Partitioner.fixed(1),
            Partitioner.fixed(4),
            Partitioner.minMax(100, 64),
            Partitioner.fixed(4).along(1))) {
      Model model = Model.create(new Graph());
      table(model, partitioner);
      Path prefix;
      try (Session session = Session.open(model.graph());
          Saver saver = Saver.of(model, folder.resolve("weir"), Retention.last(9))) {
        session.runner().addTarget(model.initializer()).run();
        prefix = saver.save(session, 1);
      }
      List<String> slices =
          List.of(
              "",
              "11 6 0,3:-",
              "11 6 3,3:-",
              "11 6 9,2:-",
              "11 6 2,7:1,4",
              "11 6 -:5,1",
              "11 6 -:-");
      List<Tensor> read = restoreWithTensorFlow(prefix, slices);
      for (int i = 0; i < slices.size(); i++) {
        assertSame(read.get(i), cut(slices.get(i)));
      }
    }
  }

  @Test
  void tensorFlowReadsWhatTasksWrote() {
    List<Device> tasks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      tasks.add(Device.cpu(new DeviceSpec("ps", 0, i, null, null), 0, 1));
    }
    Model model = Model.create(new Graph(), 1, ReplicaDeviceSetter.of(3, "/job:ps/task:0"));
    table(model, Partitioner.fixed(4));
    TaskSaver saver = TaskSaver.of(model, folder.resolve("tasks"), Retention.last(9));
    Path prefix;
    try (Session session =
        Session.open(model.graph(), LocalOptions.builder().devices(tasks).build())) {
      session.runner().addTarget(model.initializer()).run();
      prefix = saver.save(session, 1);
    }
    assertThat(prefix.resolveSibling("tasks-1.data-00002-of-00003")).exists();
    List<String> slices = List.of("", "11 6 0,3:-", "11 6 2,7:1,4");
    List<Tensor> read = restoreWithTensorFlow(prefix, slices);
    for (int i = 0; i < slices.size(); i++) {
      assertSame(read.get(i), cut(slices.get(i)));
    }
  }

  @Test
  void theSaverReadsWhatTensorFlowWroteInSlices() {
    Path prefix = folder.resolve("tensorflow");
    saveWithTensorFlow(prefix, List.of("11 6 0,5:-", "11 6 5,1:-", "11 6 6,5:-"));
    for (Partitioner partitioner :
        List.of(Partitioner.fixed(1), Partitioner.fixed(7), Partitioner.fixed(2).along(1))) {
      Model model = Model.create(new Graph());
      PartitionedVariable table = table(model, partitioner);
      try (Session session = Session.open(model.graph());
          Saver saver = Saver.of(model, folder.resolve("weir"), Retention.last(9))) {
        saver.restore(session, prefix, Restoring.all());
        assertSame(session.run(table), whole);
      }
    }
  }

  private List<Tensor> restoreWithTensorFlow(Path prefix, List<String> slices) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    List<Output> restored =
        new CheckpointOps(ops.scope())
            .restore(
                ops.constant(prefix.toString()),
                Collections.nCopies(slices.size(), "table"),
                slices,
                Collections.nCopies(slices.size(), DType.FLOAT32));
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      return oracle.run(Map.of(), restored.stream().map(Output::name).toList(), List.of());
    }
  }

  private void saveWithTensorFlow(Path prefix, List<String> slices) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    List<Output> values = new ArrayList<>();
    for (String slice : slices) {
      Tensor part = cut(slice);
      Output value = ops.placeholder(part.dtype(), part.shape());
      feeds.put(value.name(), part);
      values.add(value);
    }
    Node save =
        new CheckpointOps(ops.scope())
            .save(
                ops.constant(prefix.toString()),
                Collections.nCopies(slices.size(), "table"),
                slices,
                values);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      oracle.run(feeds, List.of(), List.of(save.name()));
    }
  }

  /** A slice of the whole, element by element. */
  private Tensor cut(String text) {
    if (text.isEmpty()) {
      return whole;
    }
    ShapeAndSlice slice = ShapeAndSlice.parse(text);
    Shape shape = slice.sliceShape();
    Tensor part = Tensor.allocate(DType.FLOAT32, shape);
    for (long row = 0; row < shape.size(0); row++) {
      for (long column = 0; column < shape.size(1); column++) {
        long from =
            (row + slice.slice().start(0)) * SHAPE.size(1) + column + slice.slice().start(1);
        part.setFloat(row * shape.size(1) + column, whole.getFloat(from));
      }
    }
    return part.freeze();
  }

  private static void assertSame(Tensor actual, Tensor expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    assertThat(actual.dtype()).isEqualTo(expected.dtype());
    assertThat(Buffer.mismatch(actual.buffer(), 0, expected.buffer(), 0, expected.byteSize()))
        .isEqualTo(-1);
  }
}
