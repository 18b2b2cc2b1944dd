package dev.weir.bench.suite;

import dev.weir.bench.harness.Bench;
import dev.weir.bench.harness.BenchResult;
import dev.weir.bench.harness.Benchmark;
import dev.weir.bench.harness.Contender;
import dev.weir.bench.harness.Measurements;
import dev.weir.checkpoint.Checkpoints;
import dev.weir.checkpoint.ops.CheckpointOps;
import dev.weir.graph.Graph;
import dev.weir.graph.Output;
import dev.weir.ops.Ops;
import dev.weir.tensor.DType;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensor;
import dev.weir.tensor.Tensors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Saving and restoring variables by {@code SaveV2} and {@code RestoreV2}, through sessions. In
 * memory-backed files it is the systems that are measured; on a disk, where Weir waits until a
 * checkpoint is safe and TensorFlow does not, everybody has to.
 *
 * <p>A virtual machine may hand memory that is free for some seconds back to its host, and getting
 * it again then takes several times as long as saving. In turns it would always be the same one who
 * pays for what the others have freed, so before each turn there is a {@link Spare}.
 */
final class Checkpoint implements Benchmark {
  private static final String COPY = "copy";
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final int TENSOR_BYTES = 1 << 25;
  private static final int TENSORS = 32;
  private static final int QUICK_TENSORS = 4;
  private static final int DISK_TENSORS = 8;

  /** A round of saves takes some eight seconds, and a few of them are disturbed. */
  private static final Duration LONGEST_ROUNDS = Duration.ofSeconds(40);

  @Override
  public String name() {
    return "checkpoint";
  }

  @Override
  public String about() {
    return "1 GB of variables saved and restored: GB/s; limit: copying the file";
  }

  @Override
  public void run(Bench bench) {
    int tensors = bench.isQuick() ? QUICK_TENSORS : TENSORS;
    boolean hasMemory = Files.isWritable(MEMORY);
    if (bench.wants(name() + "/save") || bench.wants(name() + "/restore")) {
      Bench patient = bench.withLongestRounds(LONGEST_ROUNDS);
      inFolder(
          hasMemory ? MEMORY : Path.of(System.getProperty("java.io.tmpdir")),
          folder -> compareInMemory(patient, folder, variables(tensors)));
    }
    if (bench.wants(name() + "/save-to-disk")) {
      List<Tensor> fewer = variables(bench.isQuick() ? QUICK_TENSORS : DISK_TENSORS);
      inFolder(
          Path.of(System.getProperty("java.io.tmpdir")),
          folder -> compareSaving(bench, name() + "/save-to-disk", folder, fewer, true));
    }
  }

  private void compareInMemory(Bench bench, Path folder, List<Tensor> variables) {
    if (bench.wants(name() + "/save")) {
      compareSaving(bench, name() + "/save", folder, variables, false);
    }
    if (bench.wants(name() + "/restore")) {
      try (Duel duel = saving(bench, folder.resolve("weir"), variables)) {
        duel.weir().work().run(1);
      }
      compareRestoring(bench, folder, variables);
    }
  }

  private static void compareSaving(
      Bench bench, String name, Path folder, List<Tensor> variables, boolean isForced) {
    Path weir = folder.resolve("weir");
    Path tensorflow = folder.resolve("tensorflow");
    try (Duel ours = saving(bench, weir, variables);
        Duel theirs = saving(bench, tensorflow, variables)) {
      List<Contender> contenders = new ArrayList<>(List.of(ours.weir()));
      if (Peers.hasTensorFlow()) {
        contenders.add(forced(theirs.tensorflow(), tensorflow, isForced));
      }
      ours.weir().work().run(1);
      contenders.add(copying(weir, folder, isForced));
      if (!isForced) {
        Spare spare = new Spare(folder.resolve("spare"), 2 * bytes(variables));
        contenders.replaceAll(contender -> contender.preparedBy(spare::free));
      }
      Measurements measured = bench.measure(name, contenders);
      bench.report().add(result(name, measured, variables));
    }
  }

  private void compareRestoring(Bench bench, Path folder, List<Tensor> variables) {
    Path weir = folder.resolve("weir");
    try (Duel duel = restoring(bench, weir, variables)) {
      Contender ours = duel.weir();
      List<Contender> contenders = new ArrayList<>(List.of(ours));
      bench.report().begin(name() + "/restore");
      Map<String, Double> first = new LinkedHashMap<>();
      first.put("firstTimeSeconds", seconds(ours));
      if (Peers.hasTensorFlow()) {
        Contender theirs = duel.tensorflow();
        contenders.add(theirs);
        first.put("tensorflowFirstTimeSeconds", seconds(theirs));
      }
      contenders.add(copying(weir, folder, false));
      Measurements measured = bench.measure(name() + "/restore", contenders);
      BenchResult result = result(name() + "/restore", measured, variables);
      for (Map.Entry<String, Double> each : first.entrySet()) {
        result = result.with(each.getKey(), each.getValue());
      }
      bench.report().add(result);
    }
  }

  private static double seconds(Contender contender) {
    long start = System.nanoTime();
    contender.work().run(1);
    return (System.nanoTime() - start) / 1e9;
  }

  private static BenchResult result(String name, Measurements measured, List<Tensor> variables) {
    double gigabytes = bytes(variables) / 1e9;
    BenchResult result = BenchResult.rate(name, "GB/s", gigabytes * measured.rate(Duel.WEIR));
    if (measured.has(Duel.TENSORFLOW)) {
      result = result.withPeer(Duel.TENSORFLOW, gigabytes * measured.rate(Duel.TENSORFLOW));
    }
    return result
        .withLimit(gigabytes * measured.rate(COPY))
        .with("seconds", measured.seconds(Duel.WEIR));
  }

  private static long bytes(List<Tensor> variables) {
    return variables.stream().mapToLong(Tensor::byteSize).sum();
  }

  private static Duel saving(Bench bench, Path prefix, List<Tensor> variables) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Duel duel = new Duel(graph, bench.threads());
    List<Output> values = new ArrayList<>();
    for (Tensor variable : variables) {
      Output value = ops.placeholder(variable.dtype(), variable.shape());
      values.add(value);
      duel.feed(value, variable);
    }
    CheckpointOps checkpoints = new CheckpointOps(ops.scope());
    return duel.target(checkpoints.save(ops.constant(prefix.toString()), names(variables), values));
  }

  private static Duel restoring(Bench bench, Path prefix, List<Tensor> variables) {
    Graph graph = new Graph();
    Ops ops = Ops.create(graph);
    Duel duel = new Duel(graph, bench.threads());
    new CheckpointOps(ops.scope())
        .restore(
            ops.constant(prefix.toString()),
            names(variables),
            Collections.nCopies(variables.size(), DType.FLOAT32))
        .forEach(duel::fetch);
    return duel;
  }

  private static List<String> names(List<Tensor> variables) {
    return IntStream.range(0, variables.size()).mapToObj(i -> "layer" + i + "/weights").toList();
  }

  private static List<Tensor> variables(int count) {
    List<Tensor> variables = new ArrayList<>();
    Random random = new Random(1);
    float[] values = new float[TENSOR_BYTES / Float.BYTES];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
    for (int i = 0; i < count; i++) {
      values[0] = i;
      variables.add(Tensors.of(Shape.of(values.length / 1024, 1024), values));
    }
    return variables;
  }

  /** A contender that also waits until its files are on the disk, as Weir does by itself. */
  private static Contender forced(Contender contender, Path prefix, boolean isForced) {
    return isForced
        ? Contender.of(
            contender.name(),
            () -> {
              contender.work().run(1);
              Checkpoints.files(prefix).forEach(Checkpoint::force);
            })
        : contender;
  }

  private static Contender copying(Path prefix, Path folder, boolean isForced) {
    Path target = folder.resolve("copy");
    return Contender.of(
        COPY,
        () -> {
          try {
            Path largest =
                Checkpoints.files(prefix).stream()
                    .max(Comparator.comparingLong(Checkpoint::size))
                    .orElseThrow();
            Files.copy(largest, target, StandardCopyOption.REPLACE_EXISTING);
            if (isForced) {
              force(target);
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void force(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @FunctionalInterface
  private interface Work {
    void in(Path folder);
  }

  private static void inFolder(Path parent, Work work) {
    try {
      Path folder = Files.createTempDirectory(parent, "weir-bench-checkpoint");
      try {
        work.in(folder);
      } finally {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
