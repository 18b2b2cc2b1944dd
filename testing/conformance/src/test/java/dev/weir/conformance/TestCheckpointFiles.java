package dev.weir.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.checkpoint.CheckpointReader;
import dev.weir.checkpoint.CheckpointSeries;
import dev.weir.checkpoint.CheckpointWriter;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.checkpoint.Retention;
import dev.weir.checkpoint.ShapeAndSlice;
import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.graph.Graph;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.graph.graphdef.GraphDefs;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.tensor.memory.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checkpoints go from Weir to TensorFlow and back, bit for bit. */
final class TestCheckpointFiles {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RESOURCE", "VARIANT"})
  void filesAreTheSameByteForByte(DType dtype) throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("z/scalar", random(dtype, Shape.scalar()));
    tensors.put("a/matrix", random(dtype, Shape.of(17, 5)));
    tensors.put("m/empty", random(dtype, Shape.of(2, 0, 3)));
    tensors.put("m/large", random(dtype, Shape.of(70_001)));
    Path ours = folder.resolve("ours");
    Path theirs = folder.resolve("theirs");
    Checkpoints.save(ours, tensors);
    saveWithTensorFlow(theirs, tensors);

    assertThat(file(ours, ".data-00000-of-00001")).isEqualTo(file(theirs, ".data-00000-of-00001"));
    assertThat(file(ours, ".index")).isEqualTo(file(theirs, ".index"));
    assertSame(restoreWithTensorFlow(ours, tensors), tensors);
    assertSame(Checkpoints.load(theirs), tensors);
  }

  @Test
  void indicesOfManyBlocksAreTheSame() throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 9_000; i++) {
      String name = "model/block" + random.nextInt(1 << 20) + "/" + "x".repeat(random.nextInt(60));
      tensors.put(name, Tensors.scalar(i));
    }
    Path ours = folder.resolve("ours");
    Path theirs = folder.resolve("theirs");
    Checkpoints.save(ours, tensors);
    saveWithTensorFlow(theirs, tensors);
    assertThat(file(ours, ".index")).hasSizeGreaterThan(1 << 18).isEqualTo(file(theirs, ".index"));
    assertSame(Checkpoints.load(theirs), tensors);
  }

  @Test
  void replacedCheckpointsAreReadByTensorFlow() {
    Path prefix = folder.resolve("same");
    for (int i = 0; i < 4; i++) {
      Map<String, Tensor> tensors = Map.of("step", Tensors.scalar(i), "s", Tensors.scalar("x"));
      Checkpoints.save(prefix, tensors);
      assertSame(restoreWithTensorFlow(prefix, tensors), tensors);
    }
    Map<String, Tensor> tensors = Map.of("step", Tensors.scalar(9), "s", Tensors.scalar("y"));
    saveWithTensorFlow(prefix, tensors);
    assertSame(Checkpoints.load(prefix), tensors);
  }

  @Test
  void mergedPartsAreReadByTensorFlow() {
    Path first = folder.resolve("temp/a");
    Path second = folder.resolve("temp/b");
    Tensor whole = random(DType.FLOAT64, Shape.of(40, 6));
    try (CheckpointWriter a = CheckpointWriter.create(first);
        CheckpointWriter b = CheckpointWriter.create(second)) {
      a.addSlice("v", ShapeAndSlice.parse("40 6 0,25:-"), rows(whole, 0, 25));
      b.addSlice("v", ShapeAndSlice.parse("40 6 25,15:-"), rows(whole, 25, 15));
      b.add("other", Tensors.scalar(3));
      a.finish();
      b.finish();
    }
    Path prefix = folder.resolve("merged");
    Checkpoints.merge(List.of(first, second), prefix, false);
    Map<String, Tensor> expected = Map.of("v", whole, "other", Tensors.scalar(3));
    assertSame(restoreWithTensorFlow(prefix, expected), expected);
    try (CheckpointReader reader = CheckpointReader.open(prefix)) {
      assertThat(reader.shards()).isEqualTo(2);
      assertThat(reader.entry("v").slices()).hasSize(2);
    }
  }

  @Test
  void severalDataFilesAreReadByTensorFlow() throws IOException {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    for (DType dtype : List.of(DType.FLOAT32, DType.STRING, DType.INT8, DType.FLOAT64)) {
      tensors.put("of/" + dtype, random(dtype, Shape.of(50_000)));
    }
    CheckpointSeries series = CheckpointSeries.of(folder, "model", Retention.last(1)).withShards(3);
    Path prefix = series.save(1, OptionalDouble.empty(), tensors);
    for (String shard : List.of("00000", "00001", "00002")) {
      assertThat(file(prefix, ".data-" + shard + "-of-00003")).isNotEmpty();
    }
    assertSame(restoreWithTensorFlow(prefix, tensors), tensors);
    assertSame(Checkpoints.load(prefix), tensors);
  }

  @Test
  void bothFindTheSameDamage() throws IOException {
    Map<String, Tensor> tensors = Map.of("v", random(DType.FLOAT32, Shape.of(100)));
    Path prefix = folder.resolve("damaged");
    Checkpoints.save(prefix, tensors);
    Path data = folder.resolve("damaged.data-00000-of-00001");
    byte[] bytes = Files.readAllBytes(data);
    bytes[77] ^= 1;
    Files.write(data, bytes);
    assertThatThrownBy(() -> restoreWithTensorFlow(prefix, tensors))
        .isInstanceOf(OracleRefusal.class)
        .hasMessageContaining("Checksum does not match");
    assertThatThrownBy(() -> Checkpoints.load(prefix))
        .hasMessageContaining("Checksum does not match");
  }

  private byte[] file(Path prefix, String suffix) throws IOException {
    return Files.readAllBytes(folder.resolve(prefix.getFileName() + suffix));
  }

  private static void saveWithTensorFlow(Path prefix, Map<String, Tensor> tensors) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Map<String, Tensor> feeds = new LinkedHashMap<>();
    List<Output> values = new ArrayList<>();
    for (Tensor tensor : tensors.values()) {
      Output value = ops.placeholder(tensor.dtype(), tensor.shape());
      feeds.put(value.name(), tensor);
      values.add(value);
    }
    Node save =
        new CheckpointOps(ops.scope())
            .save(ops.constant(prefix.toString()), List.copyOf(tensors.keySet()), values);
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      oracle.run(feeds, List.of(), List.of(save.name()));
    }
  }

  static Map<String, Tensor> restoreWithTensorFlow(Path prefix, Map<String, Tensor> tensors) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    List<String> names = List.copyOf(tensors.keySet());
    List<Output> restored =
        new CheckpointOps(ops.scope())
            .restore(
                ops.constant(prefix.toString()),
                names,
                tensors.values().stream().map(Tensor::dtype).toList());
    try (TensorFlowOracle oracle = TensorFlowOracle.of(GraphDefs.toBinary(graph))) {
      List<Tensor> values =
          oracle.run(Map.of(), restored.stream().map(Output::name).toList(), List.of());
      Map<String, Tensor> result = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        result.put(names.get(i), values.get(i));
      }
      return result;
    }
  }

  static void assertSame(Map<String, Tensor> actual, Map<String, Tensor> expected) {
    assertThat(actual).hasSameSizeAs(expected);
    expected.forEach(
        (name, tensor) -> {
          Tensor other = actual.getOrDefault(name, Tensors.scalar("missing"));
          assertThat(other.dtype()).as(name).isEqualTo(tensor.dtype());
          assertThat(other.shape()).as(name).isEqualTo(tensor.shape());
          if (tensor.dtype() == DType.STRING) {
            for (long i = 0; i < tensor.elements(); i++) {
              assertThat(other.getBytes(i)).isEqualTo(tensor.getBytes(i));
            }
          } else {
            assertThat(Buffer.mismatch(tensor.buffer(), 0, other.buffer(), 0, tensor.byteSize()))
                .as(name)
                .isEqualTo(-1);
          }
        });
  }

  private static Tensor rows(Tensor matrix, int first, int count) {
    long columns = matrix.shape().size(1);
    Tensor rows = Tensor.allocate(matrix.dtype(), Shape.of(count, columns));
    rows.copyFrom(matrix, first * columns, 0, count * columns);
    return rows.freeze();
  }

  /** Any bits; of a bool only 0 and 1 are values. */
  private static Tensor random(DType dtype, Shape shape) {
    Random random = new Random(dtype.number());
    Tensor tensor = Tensor.allocate(dtype, shape);
    if (dtype == DType.STRING) {
      for (long i = 0; i < tensor.elements(); i++) {
        byte[] bytes = new byte[i == 3 ? 100_000 : random.nextInt(i % 9 == 0 ? 300 : 3)];
        random.nextBytes(bytes);
        tensor.setBytes(i, bytes);
      }
      return tensor.freeze();
    }
    for (long i = 0; i < tensor.byteSize(); i++) {
      int bits = dtype == DType.BOOL ? random.nextInt(2) : random.nextInt(256);
      tensor.buffer().setByte(i, (byte) bits);
    }
    return tensor.freeze();
  }
}
