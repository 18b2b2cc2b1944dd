package dev.weir.testkit.samples;

import dev.weir.graph.AttrValue;
import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Samples of the ops that draw classes for sampled losses. */
final class CandidateSamples {
  private static final List<String> LEARNING =
      List.of("LearnedUnigramCandidateSampler", "ThreadUnsafeUnigramCandidateSampler");

  private static final List<String> SAMPLERS =
      List.of(
          "UniformCandidateSampler",
          "LogUniformCandidateSampler",
          LEARNING.get(0),
          LEARNING.get(1));

  private CandidateSamples() {}

  static List<OpSample> samples() {
    List<OpSample> samples = new ArrayList<>();
    for (String op : SAMPLERS) {
      samples.add(sampler(op, 5, false, 100).runs(3));
      samples.add(sampler(op, 5, true, 100).named("unique").runs(3));
      samples.add(sampler(op, 64, true, 64).named("all of a power of 2").runs(2));
      samples.add(sampler(op, 20, true, 23).named("nearly all").runs(2));
      if (!LEARNING.contains(op)) {
        samples.add(sampler(op, 300, false, 1L << 40).named("many of very many").runs(2));
      }
      samples.add(sampler(op, 300, false, 1000).named("many of many").runs(5));
      samples.add(sampler(op, 4, false, 1).named("one class"));
      samples.add(
          sampler(op, 5, true, 4).named("more than there are").refused("at most range_max"));
      samples.add(
          attrs(OpSample.of(op), 5, false)
              .attr("range_max", 9)
              .input(classes(3, 1, 2, 3))
              .named("other columns")
              .refused("num_true = 2"));
      samples.add(
          attrs(OpSample.of(op), 5, false)
              .attr("range_max", 9)
              .input(Values.tensor(Tensors.vector(1L, 2L)))
              .named("a vector")
              .refused("rank 2"));
    }
    for (long bad : List.of(-1L, 9L)) {
      for (String op : SAMPLERS) {
        samples.add(
            attrs(OpSample.of(op), 5, false)
                .attr("range_max", 9)
                .input(classes(2, 0, bad))
                .named("class " + bad)
                .refused("in [0, 9)"));
      }
      samples.add(
          attrs(OpSample.of("AllCandidateSampler"), 9, true)
              .input(classes(2, 0, bad))
              .named("class " + bad)
              .refused("in [0, 9)"));
    }
    samples.addAll(fixed());
    samples.add(attrs(OpSample.of("AllCandidateSampler"), 7, true).input(classes(2, 1, 2, 3, 4)));
    samples.add(hits(classes(2, 1, 2, 3, 4), 4, 8, 1));
    samples.add(hits(classes(2, 1, 2, 2, 1), 2, 8, 2, 1).named("drawn twice"));
    samples.add(hits(classes(2, 1, 2, 3, 4), 9).named("none"));
    samples.add(hits(classes(2), 9).named("no rows"));
    samples.add(hits(classes(3, 1, 2, 3), 9).named("other columns").refused("num_true = 2"));
    return samples;
  }

  /** Samples of the op that is given its distribution. */
  private static List<OpSample> fixed() {
    String file =
        file("the,700\nof,300.5\n\nto,2e2\n\"a, b\",0\nis, 20 \r\nin,12\nhé,7\n3\nlast,1")
            .toString();
    return List.of(
        fixed(5, false, 6, 1, 2, 3, 4, 5, 6).runs(3),
        fixed(5, true, 6, 1, 2, 3, 4, 5, 6).named("unique").runs(3),
        fixed(20, false, 8, 1, 1, 1, 1, 1, 1, 1, 1).named("all the same").runs(2),
        fixed(50, false, 7, 0, 1e-6f, 1e6f, 3, 0, 0.1f, 1e-30f).named("very different").runs(2),
        fixed(20, false, 6, 9, 0, 4, 2, 1, 0.5f)
            .named("distorted")
            .attr("distortion", 0.75f)
            .runs(2),
        fixed(20, false, 4, 9, 0, 4, 2).named("flattened").attr("distortion", 0f).runs(2),
        fixed(20, true, 300, zipf(300)).named("many").runs(3),
        fixed(20, false, 6, 3, 2, 1).named("reserved").attr("num_reserved_ids", 3).runs(2),
        fixed(9, false, 3, 1, 2, 3, 4, 5, 6, 7, 8)
            .named("the second of three shards")
            .attr("num_shards", 3)
            .attr("shard", 1),
        fixed(9, false, 5, 1, 2, 3, 4, 5, 6)
            .named("a shard of reserved classes and others")
            .attr("num_reserved_ids", 3)
            .attr("num_shards", 2)
            .attr("shard", 0),
        fixed(4, false, 1, 5).named("one class"),
        fixed(20, false, 9).named("a file").attr("vocab_file", file).runs(3),
        fixed(20, false, 5)
            .named("a shard of a file, reserved, distorted")
            .attr("vocab_file", file)
            .attr("num_reserved_ids", 1)
            .attr("num_shards", 2)
            .attr("distortion", 0.5f)
            .runs(3),
        fixed(5, false, 6).named("no weights").refused("either vocab_file or unigrams"),
        fixed(5, false, 2, 1, 2)
            .named("weights twice")
            .attr("vocab_file", file)
            .refused("either vocab_file or unigrams"),
        fixed(5, false, 6, 1, 2).named("too few weights").refused("6 vs 2"),
        fixed(5, false, 2, 1, 2, 3).named("too many weights").refused("there are more"),
        fixed(5, true, 4, 1, 2, 3, 4).named("more than there are").refused("at most range_max"),
        fixed(5, false, 9)
            .named("a file that is not there")
            .attr("vocab_file", file + "-missing")
            .refused("reading vocab_file"),
        fixed(5, false, 2)
            .named("a file of words")
            .attr("vocab_file", file("the,700\nof,many\n").toString())
            .refused("line 2 of"));
  }

  private static float[] zipf(int count) {
    float[] weights = new float[count];
    for (int i = 0; i < count; i++) {
      weights[i] = 1000f / (i + 1);
    }
    return weights;
  }

  private static OpSample fixed(long count, boolean unique, long range, float... weights) {
    return sampler("FixedUnigramCandidateSampler", count, unique, range)
        .attr("unigrams", AttrValue.ofFloats(weights));
  }

  /** A file with a text; gone when the process ends. */
  private static Path file(String text) {
    try {
      Path file = Files.createTempFile("weir-vocabulary-sample", ".csv");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(file)));
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Values classes(int columns, long... classes) {
    return Values.tensor(Tensors.of(Shape.of(classes.length / columns, columns), classes));
  }

  private static OpSample attrs(OpSample sample, long count, boolean unique) {
    return sample
        .attr("num_true", 2)
        .attr("num_sampled", count)
        .attr("unique", unique)
        .attr("seed", 17)
        .attr("seed2", 4);
  }

  private static OpSample sampler(String op, long count, boolean unique, long range) {
    return attrs(OpSample.of(op), count, unique)
        .attr("range_max", range)
        .input(classes(2, 0, 3 % range, 1 % range, 2 % range, 7 % range, 50 % range));
  }

  private static OpSample hits(Values classes, long... candidates) {
    return OpSample.of("ComputeAccidentalHits")
        .attr("num_true", 2)
        .input(classes)
        .input(Values.tensor(Tensors.vector(candidates)));
  }
}
