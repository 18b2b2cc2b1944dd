package dev.weir.testkit.samples;

import dev.weir.tensor.Shape;
import dev.weir.tensor.Tensors;
import dev.weir.testkit.OpSample;
import dev.weir.testkit.Values;
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
    samples.add(attrs(OpSample.of("AllCandidateSampler"), 7, true).input(classes(2, 1, 2, 3, 4)));
    samples.add(hits(classes(2, 1, 2, 3, 4), 4, 8, 1));
    samples.add(hits(classes(2, 1, 2, 2, 1), 2, 8, 2, 1).named("drawn twice"));
    samples.add(hits(classes(2, 1, 2, 3, 4), 9).named("none"));
    samples.add(hits(classes(2), 9).named("no rows"));
    samples.add(hits(classes(3, 1, 2, 3), 9).named("other columns").refused("num_true = 2"));
    return samples;
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
