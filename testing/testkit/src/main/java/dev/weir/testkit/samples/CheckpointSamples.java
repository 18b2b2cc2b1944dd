package dev.weir.testkit.samples;

import static dev.weir.testkit.Values.strings;

import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.graph.Node;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Samples of the ops in {@code dev.weir.checkpoint.ops}. TensorFlow and Weir take turns with the
 * same files, so that each reads what the other has written.
 */
final class CheckpointSamples {
  private CheckpointSamples() {}

  static List<OpSample> samples() {
    return List.of(
        name("model", 0, 1),
        name("folder/model", 2, 5),
        name("", 123_456, 1_234_567),
        name("negative", -1, -12),
        name("ends\0here", 0, 1),
        OpSample.of("ShardedFilename")
            .named("a vector of names")
            .input(strings(Shape.of(2), "a", "b"))
            .integer(0)
            .integer(1)
            .refused("rank 0"));
  }

  private static OpSample name(String base, int shard, int shards) {
    return OpSample.of("ShardedFilename")
        .named("\"" + base + "\" " + shard + " of " + shards)
        .input(strings(Shape.scalar(), base))
        .integer(shard)
        .integer(shards);
  }

  static List<Scenario> scenarios() {
    return List.of(
        Scenario.of(
                "tensors are saved and restored",
                Set.of("SaveV2", "RestoreV2"),
                CheckpointSamples::roundTrip)
            .comparingShapes(),
        Scenario.of(
                "parts are saved and put together",
                Set.of("SaveV2", "RestoreV2"),
                CheckpointSamples::parts)
            .comparingShapes(),
        Scenario.of(
                "checkpoints of several devices are merged",
                Set.of("MergeV2Checkpoints", "SaveV2"),
                CheckpointSamples::merge)
            .comparingShapes(),
        Scenario.of(
            "what cannot be saved or restored is refused",
            Set.of("SaveV2", "RestoreV2", "MergeV2Checkpoints"),
            CheckpointSamples::refusals));
  }

  private static void roundTrip(Ops ops, Scenario.Steps steps) {
    CheckpointOps checkpoints = new CheckpointOps(ops.scope());
    Output prefix = ops.constant(folder().resolve("model").toString());
    List<Tensor> values =
        List.of(
            Tensors.of(Shape.of(2, 2), 1f, -0f, Float.NaN, Float.NEGATIVE_INFINITY),
            Tensors.scalar(7L),
            Tensors.vector("", "text", "x".repeat(100_000)),
            Tensors.of(Shape.of(0, 3), new int[0]),
            Tensors.ofDoubles(DType.BFLOAT16, Shape.of(3), 1, 2, 3),
            Tensors.ofComplex(DType.COMPLEX64, Shape.of(2), 1, 2, 3, 4),
            Tensors.vector(true, false));
    List<String> names = List.of("layer/b", "step", "words", "none", "half", "complex", "a");
    Node save = checkpoints.save(prefix, names, values.stream().map(ops::constant).toList());
    List<Output> restored =
        checkpoints.restore(prefix, names, values.stream().map(Tensor::dtype).toList());
    for (int round = 0; round < 2; round++) {
      steps.run(save.name());
      steps.fetch(restored.stream().map(Output::name).toArray(String[]::new));
    }
  }

  private static void parts(Ops ops, Scenario.Steps steps) {
    CheckpointOps checkpoints = new CheckpointOps(ops.scope());
    Output prefix = ops.constant(folder().resolve("parts").toString());
    Tensor upper = Tensors.of(Shape.of(2, 3), 1, 2, 3, 4, 5, 6);
    Tensor left = Tensors.of(Shape.of(2, 1), 7, 10);
    Tensor right = Tensors.of(Shape.of(2, 2), 8, 9, 11, 12);
    Tensor whole = Tensors.vector(1f, 2f, 3f);
    Node save =
        checkpoints.save(
            prefix,
            List.of("v", "v", "v", "w"),
            List.of("4 3 0,2:-", "4 3 2,2:0,1", "4 3 2,2:1,2", "3 -"),
            List.of(
                ops.constant(upper), ops.constant(left), ops.constant(right), ops.constant(whole)));
    List<Output> restored =
        checkpoints.restore(
            prefix,
            List.of("v", "v", "v", "v", "w", "w"),
            List.of("", "4 3 -:-", "4 3 1,2:-", "4 3 3,1:2,1", "3 1,2", ""),
            List.of(
                DType.INT32, DType.INT32, DType.INT32, DType.INT32, DType.FLOAT32, DType.FLOAT32));
    steps.run(save.name());
    steps.fetch(restored.stream().map(Output::name).toArray(String[]::new));
  }

  private static void merge(Ops ops, Scenario.Steps steps) {
    CheckpointOps checkpoints = new CheckpointOps(ops.scope());
    Path folder = folder();
    Output first = ops.constant(folder.resolve("temp/part-0").toString());
    Output second = ops.constant(folder.resolve("temp/part-1").toString());
    Output destination = ops.constant(folder.resolve("model").toString());
    Node saveFirst =
        checkpoints.save(
            first,
            List.of("a", "v"),
            List.of("", "3 0,1"),
            List.of(ops.constant(1), ops.constant(new float[] {1})));
    Node saveSecond =
        checkpoints.save(
            second,
            List.of("v", "z"),
            List.of("3 1,2", ""),
            List.of(ops.constant(new float[] {2, 3}), ops.constant("end")));
    Output both =
        ops.constant(
            Tensors.vector(
                folder.resolve("temp/part-0").toString(),
                folder.resolve("temp/part-1").toString()));
    Node merge =
        new CheckpointOps(ops.withControlDependencies(saveFirst, saveSecond).scope())
            .merge(both, destination);
    List<Output> restored =
        checkpoints.restore(
            destination, List.of("a", "v", "z"), List.of(DType.INT32, DType.FLOAT32, DType.STRING));
    for (int round = 0; round < 2; round++) {
      steps.run(merge.name());
      steps.fetch(restored.stream().map(Output::name).toArray(String[]::new));
    }
  }

  private static void refusals(Ops ops, Scenario.Steps steps) {
    CheckpointOps checkpoints = new CheckpointOps(ops.scope());
    Path folder = folder();
    Output prefix = ops.constant(folder.resolve("model").toString());
    Output value = ops.constant(new float[] {1, 2});
    Node save = checkpoints.save(prefix, List.of("v"), List.of(value));
    steps.refuse(restore(checkpoints, prefix, "v", "", DType.FLOAT32));
    steps.run(save.name());
    steps.fetch(restore(checkpoints, prefix, "v", "", DType.FLOAT32));
    steps.refuse(restore(checkpoints, prefix, "missing", "", DType.FLOAT32));
    steps.refuse(restore(checkpoints, prefix, "v", "", DType.INT32));
    steps.refuse(restore(checkpoints, prefix, "v", "3 0,1", DType.FLOAT32));
    Node twice = checkpoints.save(prefix, List.of("v", "v"), List.of(value, value));
    steps.refuseRun(twice.name());
    Node notItsShape = checkpoints.save(prefix, List.of("v"), List.of("5 0,3"), List.of(value));
    steps.refuseRun(notItsShape.name());
    Output missing = ops.constant(Tensors.vector(folder.resolve("none").toString()));
    Output destination = ops.constant(folder.resolve("merged").toString());
    steps.refuseRun(checkpoints.merge(missing, destination).name());
    steps.fetch(restore(checkpoints, prefix, "v", "", DType.FLOAT32));
  }

  private static String restore(
      CheckpointOps checkpoints, Output prefix, String name, String slice, DType dtype) {
    return checkpoints
        .restore(prefix, List.of(name), List.of(slice), List.of(dtype))
        .getFirst()
        .name();
  }

  /** A folder of its own for a run of a scenario; gone when the process ends. */
  private static Path folder() {
    try {
      Path folder = Files.createTempDirectory("weir-checkpoint-sample");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
